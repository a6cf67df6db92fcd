/**
 * Labels, counts, order and figures of routes.
 * A route is a schedule in the dispatcher's terms.
 */
import type { Schedule, Site } from '#contract/views.ts'
import type { ScheduleStatus } from '#domain/city.ts'
import { plannedWork } from '#domain/planning.ts'
import { siteName } from '#web/features/schedules/schedule.ts'
import { counted } from '#web/lib/format/numbers.ts'
import { clockTime, hoursAndMinutes, inCity } from '#web/lib/format/times.ts'
import type { Filter } from '#web/ui/fields.tsx'
import type { Tone } from '#web/ui/marks.tsx'

/** Returns the badge; an overdue route has its own. */
export function routeBadge({ status, overdueAt }: Pick<Schedule, 'status' | 'overdueAt'>) {
  const badges: Record<ScheduleStatus | 'overdue', { tone: Tone; label: string }> = {
    scheduled: { tone: 'new', label: 'Pending' },
    'in-progress': { tone: 'progress', label: 'Active' },
    overdue: { tone: 'critical', label: 'Overdue' },
    completed: { tone: 'done', label: 'Completed' },
    cancelled: { tone: 'plain', label: 'Stopped' },
  }
  return badges[status === 'in-progress' && overdueAt ? 'overdue' : status]
}

/** Returns why the start of a route can no longer change. */
export function fixedStartText({ status }: Pick<Schedule, 'status'>): string {
  if (status === 'completed') return 'This route is completed. Its start can no longer be changed.'
  if (status === 'cancelled') return 'This route was stopped. Its start can no longer be changed.'
  return 'This route has started. Its start can no longer be changed.'
}

const dayOf = inCity({ dateStyle: 'short' })

/** `now` is epoch ms. */
export function completedToday({ status, completedAt }: Schedule, now: number): boolean {
  if (status !== 'completed' || !completedAt) return false
  return dayOf(Date.parse(completedAt)) === dayOf(now)
}

/** Returns the filter tiles; the first matches all routes. */
export function routeFilters(now: number): readonly [Filter<Schedule>, ...Filter<Schedule>[]] {
  return [
    {
      key: 'all',
      label: 'All Routes',
      includes: () => true,
      empty: { title: 'No routes yet', text: 'A new route appears here with its truck, zone and site.' },
    },
    {
      key: 'active',
      label: 'Active Routes',
      includes: ({ status }) => status === 'in-progress',
      empty: { title: 'No active routes', text: 'A route appears here when its truck leaves.' },
    },
    {
      key: 'pending',
      label: 'Pending Routes',
      includes: ({ status }) => status === 'scheduled',
      empty: { title: 'No pending routes', text: 'A route appears here until it starts.' },
    },
    {
      key: 'completed',
      label: 'Completed Today',
      includes: (route) => completedToday(route, now),
      empty: { title: 'No routes completed today', text: 'A route appears here when its collection is completed.' },
    },
  ]
}

/** Returns the planned duration as text. */
export const estimatedTime = ({ scheduledStart, estimatedCompletion }: Schedule) =>
  hoursAndMinutes(Date.parse(estimatedCompletion) - Date.parse(scheduledStart))

/**
 * Formats as 'starts 14:15', 'started 14:15', 'completed 17:02', 'stopped 15:40'.
 * `now` is epoch ms.
 */
export function whenText(route: Schedule, now: number): string {
  const { status, scheduledStart, startedAt = scheduledStart, completedAt, cancelledAt } = route
  if (status === 'completed' && completedAt) return `completed ${clockTime(completedAt, now)}`
  if (status === 'cancelled' && cancelledAt) return `stopped ${clockTime(cancelledAt, now)}`
  return status === 'scheduled' ? `starts ${clockTime(scheduledStart, now)}` : `started ${clockTime(startedAt, now)}`
}

/** Formats as 'T001, Ablekuma North to North Dumping Site'. */
export function routeName({ vehicle, zone, siteId }: Schedule, sites: readonly Site[]): string {
  return `${vehicle.id}, ${zone} to ${siteName(sites, siteId)}`
}

/** Returns true for a final state. */
export const isOver = ({ status }: Pick<Schedule, 'status'>) => status === 'completed' || status === 'cancelled'

/** Returns the consequences of stopping a route under way as sentences. */
export function consequencesOfStopping(route: Schedule): string[] {
  const { vehicle, zone } = route
  const { reports } = plannedWork(route)
  return [
    `${vehicle.id} stops collecting in ${zone}.`,
    `${vehicle.id} can be sent on another route.`,
    reports > 0
      ? `Planned: ${counted(reports, 'bin')}. Those not collected stay open for another route.`
      : 'Reports of the zone stay open for another route.',
    'Residents of the zone see on their schedule that it is cancelled.',
    'This can’t be undone.',
  ]
}

const HALF_MINUTE_MS = 30_000

interface Step {
  id: 'start' | 'end' | 'cancellation'
  title: string
  /** ISO 8601. */
  at: string
  /** True for a planned step. */
  expected: boolean
  note?: string
}

/** Past and expected steps of a route in chronological order. */
export function routeStepsOf(route: Schedule): Step[] {
  const { status, scheduledStart, estimatedCompletion, startedAt, completedAt, cancelledAt, reason } = route
  const open = status === 'scheduled' || status === 'in-progress'
  const steps: Step[] = []
  if (startedAt)
    steps.push({
      id: 'start',
      title: 'Started',
      at: startedAt,
      expected: false,
      note: lateness(scheduledStart, startedAt),
    })
  else steps.push({ id: 'start', title: open ? 'Start' : 'Planned start', at: scheduledStart, expected: open })
  if (completedAt) steps.push({ id: 'end', title: 'Completed', at: completedAt, expected: false })
  if (cancelledAt)
    steps.push({
      id: 'cancellation',
      title: 'Stopped',
      at: cancelledAt,
      expected: false,
      ...(reason && { note: reason }),
    })
  if (open) steps.push({ id: 'end', title: 'Completion', at: estimatedCompletion, expected: true })
  // A cancelled route can have a planned start after its cancellation.
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** Formats as 'as planned', '12 min early', '1 h 3 min late'. */
function lateness(planned: string, actual: string): string {
  const late = Date.parse(actual) - Date.parse(planned)
  if (Math.abs(late) < HALF_MINUTE_MS) return 'as planned'
  const by = hoursAndMinutes(Math.abs(late))
  return late < 0 ? `${by} early` : `${by} late`
}
