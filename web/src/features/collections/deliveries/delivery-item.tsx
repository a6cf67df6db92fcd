/** One truckload: where it goes, what it carries, when it is there, and its next step. */
import type { Delivery } from '#contract/views.ts'
import { reasonOf } from '#web/calls/api.ts'
import { useUndo } from '#web/calls/use-undo.ts'
import { SimulatedBadge } from '#web/components/badge.tsx'
import { DeliveryBadge } from '#web/components/delivery-status.tsx'
import { RowButton } from '#web/components/row-button.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useMoveDeliveryMutation } from '#web/features/collections/calls.ts'
import { useMarked } from '#web/feed/marked.ts'
import { useCommand } from '#web/feed/use-command.ts'
import { clock } from '#web/format/times.ts'
import classes from './deliveries.module.css'
import { DeliveryDispute } from './delivery-dispute.tsx'
import { loadOf, nextSteps } from './delivery-words.ts'

export interface DeliveryItemProps {
  delivery: Delivery
  site: string
  /** Not in the list any more, and only still here because a hand is at it. */
  gone: boolean
  arrivedAt: number | undefined
}

export function DeliveryItem({ delivery, site, gone, arrivedAt }: DeliveryItemProps) {
  const { id, truckId, zone, status, estimatedArrival } = delivery
  const marked = useMarked(arrivedAt)
  const { pending, send } = useCommand('deliveries')
  const [moveDelivery] = useMoveDeliveryMutation()
  const offerUndo = useUndo()
  const step = nextSteps[status]
  const name = `${truckId}, ${zone} to ${site}`

  async function move({ to, done }: NonNullable<typeof step>) {
    const body = { status: to }
    try {
      if (!(await send({ id, ...body }, (key) => moveDelivery({ id, body, key }).unwrap()))) return
      if (to !== 'completed') return toast('success', done, name)
      void offerUndo({ by: 'undoCompletion', id, title: done, detail: name })
    } catch (error) {
      toast('error', 'Failed to update the delivery', reasonOf(error))
    }
  }

  return (
    <li className={classes.item} data-marked={marked || undefined} data-gone={gone || undefined} data-delivery={id}>
      <div className={classes.words}>
        <span className={classes.line}>
          <b>{truckId}</b> <DeliveryBadge status={status} /> <SimulatedBadge of={delivery} />
        </span>
        <span className={classes.small}>
          {zone} → {site}
        </span>
        <span className={classes.small}>
          {loadOf(delivery)}
          {status === 'in-transit' && ` · due ${clock(estimatedArrival)}`}
        </span>
        <DeliveryDispute delivery={delivery} name={name} gone={gone} />
      </div>
      {step && (
        <RowButton
          label={`${step.label}: ${name}`}
          actsOn={step.to}
          busy={pending}
          gone={gone}
          act={() => void move(step)}
        >
          {pending ? 'Saving…' : step.label}
        </RowButton>
      )}
    </li>
  )
}
