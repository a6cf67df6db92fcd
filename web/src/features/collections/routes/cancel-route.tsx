/** Cancels a route before its start, without a confirmation because it has undo. */
import { reasonOf } from '#web/calls/api.ts'
import { useUndo } from '#web/calls/use-undo.ts'
import { RowButton } from '#web/components/row-button.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useChangeScheduleMutation } from '#web/features/collections/calls.ts'
import { useCommand } from '#web/feed/use-command.ts'
import classes from './routes.module.css'

export interface CancelRouteProps {
  id: string
  /** Name of the route. */
  name: string
  /** True for a removed route that stays frozen during interaction. */
  gone: boolean
}

export function CancelRoute({ id, name, gone }: CancelRouteProps) {
  const { pending, send } = useCommand('schedules')
  const [changeSchedule] = useChangeScheduleMutation()
  const offerUndo = useUndo()

  async function cancel() {
    const body = { status: 'cancelled' as const }
    try {
      const answer = await send({ id, ...body }, (key) => changeSchedule({ id, body, key }).unwrap())
      if (answer) void offerUndo({ by: 'undoCancellation', id, title: 'Route cancelled', detail: name })
    } catch (error) {
      toast('error', 'Failed to cancel the route', reasonOf(error))
    }
  }

  return (
    <RowButton
      className={classes.critical}
      label={`Cancel Route: ${name}`}
      busy={pending}
      gone={gone}
      act={() => void cancel()}
    >
      Cancel Route
    </RowButton>
  )
}
