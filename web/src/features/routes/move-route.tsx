/** The button of a route's next step: its truck sets out, or its collection is done. */
import type { Schedule } from '#contract/views.ts'
import { reasonOf } from '#web/app/api.ts'
import { RowButton } from '#web/components/row-button.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { useChangeRouteMutation } from './calls.ts'

const steps = {
  'in-progress': { label: 'Start', done: 'Route started', failed: 'Failed to start the route' },
  completed: { label: 'Complete', done: 'Route completed', failed: 'Failed to complete the route' },
} as const

export interface MoveRouteProps {
  route: Schedule
  name: string
  gone: boolean
  to: keyof typeof steps
}

export function MoveRoute({ route: { id }, name, gone, to }: MoveRouteProps) {
  const { pending, send } = useCommand('schedules')
  const [changeRoute] = useChangeRouteMutation()
  const { label, done, failed } = steps[to]

  async function move() {
    const body = { status: to }
    try {
      if (await send({ id, ...body }, (key) => changeRoute({ id, body, key }).unwrap())) toast('success', done, name)
    } catch (error) {
      toast('error', failed, reasonOf(error))
    }
  }

  return (
    <RowButton label={`${label}: ${name}`} busy={pending} gone={gone} act={() => void move()}>
      {pending ? 'Saving…' : label}
    </RowButton>
  )
}
