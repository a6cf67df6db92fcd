/**
 * Functions about routes: labels, filters, durations, steps, start times and API endpoints.
 * On dispatchers' screens, a schedule is called a route.
 */

import { plural, t } from '@lingui/core/macro'
import type { Schedule, Site } from '#contract/views.ts'
import type { ScheduleStatus } from '#domain/city.ts'
import { truckPlanOf } from '#domain/planning.ts'
import { parseDateTimeFieldIn } from '#domain/wall-clock.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand } from '#web/lib/api/request.ts'
import { dateTimeFieldToIso, toDateTimeField } from '#web/lib/format/dates.ts'
import { siteNameOf } from '#web/lib/format/names.ts'
import {
  createCityTimeFormatter,
  formatHoursAndMinutes,
  formatRecentTime,
  getCitySettings,
} from '#web/lib/format/times.ts'
import type { RowFilter } from '#web/ui/fields.tsx'
import type { BadgeTone } from '#web/ui/marks.tsx'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    reschedule: build.mutation(defineCommand('reschedule')),
    stopRoute: build.mutation(defineCommand('changeSchedule')),
  }),
})

export const { useRescheduleMutation, useStopRouteMutation } = calls

/**
 * Returns a route status's colour and label.
 * Overdue routes have their own label.
 */
export function routeBadgeOf({ status, overdueAt }: Pick<Schedule, 'status' | 'overdueAt'>) {
  const badges: Record<ScheduleStatus | 'overdue', { tone: BadgeTone; label: string }> = {
    scheduled: { tone: 'new', label: t`Pending` },
    'in-progress': { tone: 'progress', label: t`Active` },
    overdue: { tone: 'critical', label: t`Overdue` },
    completed: { tone: 'done', label: t`Completed` },
    cancelled: { tone: 'plain', label: t`Stopped` },
  }
  return badges[status === 'in-progress' && overdueAt ? 'overdue' : status]
}

/** Returns why a route's start can no longer be changed. */
export function explainFixedStart({ status }: Pick<Schedule, 'status'>): string {
  if (status === 'completed') return t`This route is completed. Its start can no longer be changed.`
  if (status === 'cancelled') return t`This route was stopped. Its start can no longer be changed.`
  return t`This route has started. Its start can no longer be changed.`
}

const dayOf = createCityTimeFormatter({ dateStyle: 'short' })

/**
 * Returns whether the route was completed today.
 * `now` is epoch ms.
 */
export function isCompletedToday({ status, completedAt }: Schedule, now: number): boolean {
  if (status !== 'completed' || !completedAt) return false
  return dayOf(Date.parse(completedAt)) === dayOf(now)
}

/**
 * Returns the filter tiles.
 * The first tile matches all routes.
 */
export function getRouteFilters(now: number): readonly [RowFilter<Schedule>, ...RowFilter<Schedule>[]] {
  return [
    {
      key: 'all',
      label: t`All Routes`,
      includes: () => true,
      empty: { title: t`No routes yet`, text: t`A new route appears here with its truck, zone and site.` },
    },
    {
      key: 'active',
      label: t`Active Routes`,
      includes: ({ status }) => status === 'in-progress',
      empty: { title: t`No active routes`, text: t`A route appears here when its truck leaves.` },
    },
    {
      key: 'pending',
      label: t`Pending Routes`,
      includes: ({ status }) => status === 'scheduled',
      empty: { title: t`No pending routes`, text: t`A route appears here until it starts.` },
    },
    {
      key: 'completed',
      label: t`Completed Today`,
      includes: (route) => isCompletedToday(route, now),
      empty: { title: t`No routes completed today`, text: t`A route appears here when its collection is completed.` },
    },
  ]
}

/** Returns the planned duration of a route as text. */
export const formatRouteDuration = ({ scheduledStart, estimatedCompletion }: Schedule) =>
  formatHoursAndMinutes(Date.parse(estimatedCompletion) - Date.parse(scheduledStart))

/**
 * Returns 'starts 14:15', 'started 14:15', 'completed 17:02' or 'stopped 15:40'.
 * `now` is epoch ms.
 */
export function formatRouteTime(route: Schedule, now: number): string {
  const { status, scheduledStart, startedAt = scheduledStart, completedAt, cancelledAt } = route
  if (status === 'completed' && completedAt) return t`completed ${{ time: formatRecentTime(completedAt, now) }}`
  if (status === 'cancelled' && cancelledAt) return t`stopped ${{ time: formatRecentTime(cancelledAt, now) }}`
  return status === 'scheduled'
    ? t`starts ${{ time: formatRecentTime(scheduledStart, now) }}`
    : t`started ${{ time: formatRecentTime(startedAt, now) }}`
}

/** Formats a route's name as 'T001, Ablekuma North to North Dumping Site'. */
export function routeNameOf({ vehicle, zone, siteId }: Schedule, sites: readonly Site[]): string {
  return t`${{ truck: vehicle.id }}, ${zone} to ${{ site: siteNameOf(sites, siteId) }}`
}

/** Returns whether the route is completed or cancelled. */
export const isRouteOver = ({ status }: Pick<Schedule, 'status'>) => status === 'completed' || status === 'cancelled'

/** Lists the consequences of stopping a running route, one sentence each. */
export function describeStopConsequences(route: Schedule): string[] {
  const { vehicle, zone } = route
  const { reports } = truckPlanOf(route)
  return [
    t`${{ truck: vehicle.id }} stops collecting in ${zone}.`,
    t`${{ truck: vehicle.id }} can be sent on another route.`,
    reports > 0
      ? t`Planned: ${plural(reports, { one: '# bin', other: '# bins' })}. Those not collected stay open for another route.`
      : t`Reports of the zone stay open for another route.`,
    t`Residents of the zone see the cancellation on their schedule.`,
    t`This can’t be undone.`,
  ]
}

const HALF_MINUTE_MS = 30_000

interface RouteStep {
  id: 'start' | 'end' | 'cancellation'
  title: string
  /** Time of the step, ISO 8601. */
  at: string
  /** True for a step that has not happened yet. */
  expected: boolean
  note?: string
}

/** Returns the past and expected steps of a truck's route, in order of time. */
export function routeStepsOf(route: Schedule): RouteStep[] {
  const { status, scheduledStart, estimatedCompletion, startedAt, completedAt, cancelledAt, reason } = route
  const open = status === 'scheduled' || status === 'in-progress'
  const steps: RouteStep[] = []
  if (startedAt)
    steps.push({
      id: 'start',
      title: t`Started`,
      at: startedAt,
      expected: false,
      note: lateness(scheduledStart, startedAt),
    })
  else steps.push({ id: 'start', title: open ? t`Start` : t`Planned start`, at: scheduledStart, expected: open })
  if (completedAt) steps.push({ id: 'end', title: t`Completed`, at: completedAt, expected: false })
  if (cancelledAt)
    steps.push({
      id: 'cancellation',
      title: t`Stopped`,
      at: cancelledAt,
      expected: false,
      ...(reason && { note: reason }),
    })
  if (open) steps.push({ id: 'end', title: t`Completion`, at: estimatedCompletion, expected: true })
  // Sorts the steps by time, because a cancelled route's planned start may follow its cancellation.
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** Compares with the plan: 'as planned', '12 min early', '3 min late'. */
function lateness(planned: string, actual: string): string {
  const late = Date.parse(actual) - Date.parse(planned)
  if (Math.abs(late) < HALF_MINUTE_MS) return t`as planned`
  const by = formatHoursAndMinutes(Math.abs(late))
  return late < 0 ? t`${by} early` : t`${by} late`
}

/** Time in ms that a chosen start time may be past when the request arrives. */
const LATE_START_MS = 60_000

/**
 * Returns the scheduled start if the user changed the field, otherwise undefined.
 * An unchanged field is not parsed, because an hour that occurs twice (clock change) is ambiguous.
 */
export const changedStartOf = (field: string, scheduledStart: string) =>
  field === toDateTimeField(scheduledStart) ? undefined : { scheduledStart: dateTimeFieldToIso(field) }

/**
 * Returns a start time's error message; null if valid.
 * `now` is epoch ms.
 */
export function startTimeErrorOf(field: string, now: number): string | null {
  const start = parseDateTimeFieldIn(getCitySettings().timeZone, field)
  if (Number.isNaN(start)) return t`Start is required`
  return start < now - LATE_START_MS ? t`Choose a start time in the future.` : null
}
