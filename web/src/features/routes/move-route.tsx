/** The button of a route's next step: its truck sets out, or its collection is done. */
import { Button } from '@mantine/core'
import type { Schedule } from '#contract/views.ts'
import { failureText } from '#web/app/api.ts'
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
  to: keyof typeof steps
}

export function MoveRoute({ route: { id }, name, to }: MoveRouteProps) {
  const { pending, send } = useCommand('schedules')
  const [changeRoute] = useChangeRouteMutation()
  const { label, done, failed } = steps[to]

  async function move() {
    const body = { status: to }
    try {
      if (await send({ id, ...body }, (key) => changeRoute({ id, body, key }).unwrap())) toast('success', done, name)
    } catch (error) {
      toast('error', failed, failureText(error, ''))
    }
  }

  return (
    <Button
      variant="default"
      size="sm"
      h={44}
      px="sm"
      aria-busy={pending}
      aria-label={`${label}: ${name}`}
      onClick={() => void move()}
    >
      {pending ? 'Saving…' : label}
    </Button>
  )
}
