/** Starts or completes a collection. */
import { commandFailureReason } from '#web/lib/api/api.ts'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.ts'
import { useChangeScheduleMutation } from './calls.ts'

const MOVES = {
  'in-progress': { done: 'started', failed: 'start' },
  completed: { done: 'completed', failed: 'complete' },
} as const
export type ScheduleMove = keyof typeof MOVES

export interface MovedSchedule {
  id: string
  /** The screen's word for a schedule. */
  of: 'Route' | 'Collection'
  /** Name of the schedule. */
  name: string
}

export function useMoveSchedule() {
  const { pending, send } = useCommand('schedules')
  const [changeSchedule] = useChangeScheduleMutation()

  async function move({ id, of, name }: MovedSchedule, to: ScheduleMove) {
    const body = { status: to }
    const { done, failed } = MOVES[to]
    try {
      const answer = await send({ id, ...body }, (key) => changeSchedule({ id, body, key }).unwrap())
      if (answer) toast('success', `${of} ${done}`, name)
    } catch (error) {
      toast('error', `Failed to ${failed} the ${of.toLowerCase()}`, commandFailureReason(error))
    }
  }

  return { pending, move }
}
