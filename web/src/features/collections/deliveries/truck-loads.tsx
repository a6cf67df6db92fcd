/** A truck on the way to a site: its loads with progress, and a step that completes them. */
import { lookUp } from '#rules/dictionary.ts'
import { reasonOf } from '#web/calls/api.ts'
import { useUndo } from '#web/calls/use-undo.ts'
import { SimulatedBadge } from '#web/components/badge.tsx'
import { DeliveryBadge } from '#web/components/delivery-status.tsx'
import { RowButton } from '#web/components/row-button.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useMoveDeliveryMutation } from '#web/features/collections/calls.ts'
import { useCommand } from '#web/feed/use-command.ts'
import { clock } from '#web/format/times.ts'
import classes from './deliveries.module.css'
import { DeliveryLine } from './delivery-line.tsx'
import { completing, type TruckLoads as Loads, statusOf, zonesOf } from './delivery-words.ts'

export interface TruckLoadsProps {
  loads: Loads
  site: string
  /** True for a removed truck that stays frozen during interaction. */
  gone: boolean
  /** Epoch ms by delivery id. */
  arrivals: Readonly<Record<string, number>>
}

export function TruckLoads({ loads, site, gone, arrivals }: TruckLoadsProps) {
  const { truckId, deliveries } = loads
  const { pending, send } = useCommand('deliveries')
  const [moveDelivery] = useMoveDeliveryMutation()
  const offerUndo = useUndo()
  const ids = deliveries.map(({ id }) => id)
  const name = `${truckId}, ${zonesOf(deliveries)} to ${site}`
  const status = statusOf(deliveries)
  const due = deliveries
    .map(({ estimatedArrival }) => estimatedArrival)
    .toSorted()
    .at(-1)
  const [{ simulated } = {}] = deliveries

  /** Completes one delivery after another; those before a failure stay completed. */
  async function completeAll(key: string) {
    let position = '0'
    for (const id of ids)
      ({ position } = await moveDelivery({ id, body: { status: 'completed' }, key: `${key}-${id}` }).unwrap())
    return { position }
  }

  async function complete() {
    try {
      if (!(await send(ids, completeAll))) return
      const title = ids.length > 1 ? `${ids.length} deliveries completed` : 'Delivery completed'
      void offerUndo({ by: 'undoCompletion', id: ids, title, detail: name })
    } catch (error) {
      toast('error', 'Failed to update the delivery', reasonOf(error))
    }
  }

  return (
    <li className={classes.item} data-gone={gone || undefined} data-truck={truckId}>
      <div className={classes.words}>
        <span className={classes.line}>
          <b>{truckId}</b> <DeliveryBadge status={status} /> <SimulatedBadge of={{ simulated }} />
          {status === 'in-transit' && due && <span className={classes.small}>due {clock(due)}</span>}
        </span>
        <ul className={classes.loads}>
          {deliveries.map((delivery) => (
            <DeliveryLine
              key={delivery.id}
              delivery={delivery}
              site={site}
              gone={gone}
              arrivedAt={lookUp(arrivals, delivery.id)}
            />
          ))}
        </ul>
        <span className={classes.next}>
          <RowButton
            label={`Complete: ${name}`}
            actsOn={ids.join(' ')}
            busy={pending}
            gone={gone}
            act={() => void complete()}
          >
            {pending ? 'Saving…' : 'Complete'}
          </RowButton>
          <span className={classes.small}>{completing(loads, site)}</span>
        </span>
      </div>
    </li>
  )
}
