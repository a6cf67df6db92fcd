/** One load of a truck: zone, site, state, weight and dispute. */
import type { Delivery } from '#contract/views.ts'
import { useMarked } from '#web/feed/marked.ts'
import classes from './deliveries.module.css'
import { DeliveryDispute } from './delivery-dispute.tsx'
import { loadOf } from './delivery-words.ts'

export interface DeliveryLineProps {
  delivery: Delivery
  site: string
  gone: boolean
  arrivedAt: number | undefined
}

export function DeliveryLine({ delivery, site, gone, arrivedAt }: DeliveryLineProps) {
  const { id, truckId, zone, status } = delivery
  const marked = useMarked(arrivedAt)
  const isThere = status === 'arrived' || status === 'completed'
  return (
    <li className={classes.load} data-marked={marked || undefined} data-delivery={id}>
      <span>
        {zone} → <span data-here={isThere || undefined}>{site}</span> → unloaded
      </span>
      <span className={classes.small}>{loadOf(delivery)}</span>
      <DeliveryDispute delivery={delivery} name={`${truckId}, ${zone} to ${site}`} gone={gone} />
    </li>
  )
}
