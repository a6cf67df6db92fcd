/** A recycler's dispute of a load's composition, with the dispatcher's two answers. */
import type { Delivery } from '#contract/views.ts'
import { useSettleDisputeMutation } from '#web/features/schedules/calls.ts'
import { commandFailureReason } from '#web/lib/api/api.ts'
import { Badge } from '#web/ui/marks.tsx'
import { RowButton } from '#web/ui/rows.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from './deliveries.module.css'
import { disputeDetails } from './delivery-words.ts'

export interface DeliveryDisputeProps {
  delivery: Delivery
  /** Name of the delivery. */
  name: string
  gone: boolean
}

export function DeliveryDispute({ delivery, name, gone }: DeliveryDisputeProps) {
  const { pending, send } = useCommand('deliveries')
  const [settle] = useSettleDisputeMutation()
  const { id, dispute } = delivery
  if (dispute?.status !== 'open') return null
  const { reason, disputedAt } = dispute

  async function answer(accepted: boolean) {
    const body = { accepted, disputedAt }
    try {
      if (!(await send({ id, ...body }, (key) => settle({ id, body, key }).unwrap()))) return
      toast('success', accepted ? 'Settled as the recyclers found it' : 'Settled: kept as it was', name)
    } catch (error) {
      toast('error', 'Failed to settle the dispute', commandFailureReason(error))
    }
  }

  return (
    <div className={classes.dispute}>
      <span className={classes.line}>
        <Badge tone="progress">Composition disputed</Badge>
      </span>
      {reason && <span>‘{reason}’</span>}
      <span>{disputeDetails(delivery)}</span>
      <span className={classes.answers}>
        <RowButton label={`Recycler is right: ${name}`} busy={pending} gone={gone} act={() => void answer(true)}>
          Recycler is right
        </RowButton>
        <RowButton label={`Keep as it was: ${name}`} busy={pending} gone={gone} act={() => void answer(false)}>
          Keep as it was
        </RowButton>
      </span>
    </div>
  )
}
