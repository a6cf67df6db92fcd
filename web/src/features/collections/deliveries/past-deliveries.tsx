/** Table of completed deliveries with dates, newest first. */
import type { Delivery, Site } from '#contract/views.ts'
import { SimulatedBadge } from '#web/components/badge.tsx'
import { ColumnHeads } from '#web/components/column-heads.tsx'
import { siteName } from '#web/features/collections/site-name.ts'
import { clockTime } from '#web/format/times.ts'
import { useNow } from '#web/hooks/ticker.ts'
import classes from './deliveries.module.css'
import { DeliveryDispute } from './delivery-dispute.tsx'
import { loadOf } from './delivery-words.ts'

const MINUTE_MS = 60_000

export interface PastDeliveriesProps {
  deliveries: readonly Delivery[]
  sites: readonly Site[]
  gone(id: string): boolean
}

export function PastDeliveries({ deliveries, sites, gone }: PastDeliveriesProps) {
  const now = useNow(MINUTE_MS)
  return (
    <table className={classes.past}>
      <caption>Completed</caption>
      <ColumnHeads heads={['Arrived at', 'Truck', 'Load']} />
      <tbody>
        {deliveries.map((delivery) => {
          const { id, truckId, zone, facilityId, arrivedAt, createdAt } = delivery
          const site = siteName(sites, facilityId)
          return (
            <tr key={id} data-delivery={id} data-gone={gone(id) || undefined}>
              <td>{clockTime(arrivedAt ?? createdAt, now)}</td>
              <td>{truckId}</td>
              <td>
                {zone} → {site} <SimulatedBadge of={delivery} />
                <span className={classes.small}>{loadOf(delivery)}</span>
                <DeliveryDispute delivery={delivery} name={`${truckId}, ${zone} to ${site}`} gone={gone(id)} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
