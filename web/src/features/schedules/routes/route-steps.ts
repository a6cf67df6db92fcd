/** Past and expected steps of a route in chronological order. */
import type { Schedule } from '#contract/views.ts'
import { hoursAndMinutes } from '#web/lib/format/times.ts'

const HALF_MINUTE_MS = 30_000

export interface Step {
  title: string
  /** ISO 8601. */
  at: string
  /** True for a planned step. */
  expected: boolean
  note?: string
}

export function routeStepsOf(route: Schedule): Step[] {
  const { status, scheduledStart, estimatedCompletion, startedAt, completedAt, cancelledAt, reason } = route
  const open = status === 'scheduled' || status === 'in-progress'
  const steps: Step[] = []
  if (startedAt)
    steps.push({ title: 'Started', at: startedAt, expected: false, note: lateness(scheduledStart, startedAt) })
  else steps.push({ title: open ? 'Start' : 'Planned start', at: scheduledStart, expected: open })
  if (completedAt) steps.push({ title: 'Completed', at: completedAt, expected: false })
  if (cancelledAt) steps.push({ title: 'Stopped', at: cancelledAt, expected: false, ...(reason && { note: reason }) })
  if (open) steps.push({ title: 'Completion', at: estimatedCompletion, expected: true })
  // A cancelled route can have a planned start after its cancellation.
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** Formats as 'as planned', '12 min early', '1 h 3 min late'. */
function lateness(planned: string, actual: string): string {
  const late = Date.parse(actual) - Date.parse(planned)
  if (Math.abs(late) < HALF_MINUTE_MS) return 'as planned'
  return `${hoursAndMinutes(Math.abs(late))} ${late < 0 ? 'early' : 'late'}`
}
