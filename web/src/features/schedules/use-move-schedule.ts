/** Starts or completes a collection. */
import type { Report } from '#contract/views.ts'
import { commandFailureReason } from '#web/lib/api/api.ts'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
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

/** Returns the open reports that a schedule collects. */
export const assignedReports = (reports: readonly Report[], scheduleId: string) =>
  reports.filter(({ scheduleIds }) => scheduleIds?.includes(scheduleId))

/** Says why a collection is not completed before its reports have loaded. */
export function toastNotLoaded(): void {
  toast('error', 'The collection was not completed', 'Its reports have not loaded yet. Try again in a moment.')
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
