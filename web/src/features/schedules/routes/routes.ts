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

export const routeStatuses: Record<ScheduleStatus, { tone: Tone; label: string }> = {
  scheduled: { tone: 'new', label: 'Pending' },
  'in-progress': { tone: 'progress', label: 'Active' },
  completed: { tone: 'done', label: 'Completed' },
  cancelled: { tone: 'plain', label: 'Stopped' },
}

/** Returns the badge; an overdue route has its own. */
export const routeBadge = ({
  status,
  overdueAt,
}: Pick<Schedule, 'status' | 'overdueAt'>): { tone: Tone; label: string } =>
  status === 'in-progress' && overdueAt ? { tone: 'critical', label: 'Overdue' } : routeStatuses[status]

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
      empty: { title: 'No routes yet', text: 'Create a route, and it appears here with its truck, zone and site.' },
    },
    {
      key: 'active',
      label: 'Active Routes',
      includes: ({ status }) => status === 'in-progress',
      empty: { title: 'No active routes', text: 'A route moves here when its truck sets out.' },
    },
    {
      key: 'pending',
      label: 'Pending Routes',
      includes: ({ status }) => status === 'scheduled',
      empty: { title: 'No pending routes', text: 'A route waits here from its creation to its start.' },
    },
    {
      key: 'completed',
      label: 'Completed Today',
      includes: (route) => completedToday(route, now),
      empty: { title: 'No routes completed today', text: 'A route moves here when its collection is completed.' },
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
      ? `Of its ${counted(reports, 'bin')}, those that were not collected stay open and wait for another route.`
      : 'Reports of the zone stay open and wait for another route.',
    'The zone’s residents see on their schedule that it does not take place.',
    'It can’t be taken back.',
  ]
}

const HALF_MINUTE_MS = 30_000

interface Step {
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
