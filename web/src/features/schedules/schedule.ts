/** Order, names and times of schedules. */

import { t } from '@lingui/core/macro'
import type { BodyInputOf } from '#contract/endpoints.ts'
import type { Schedule, ZoneCard } from '#contract/views.ts'
import type { ScheduleStatus, Zone } from '#domain/city.ts'
import { toDateTimeFieldValueIn } from '#domain/city-time.ts'
import { parseDateTimeFieldIn } from '#domain/wall-clock.ts'
import { citySettings } from '#web/lib/format/city-terms.ts'

/** Name that the screen uses for a schedule. */
export type ScheduleKind = 'route' | 'collection'

const urgency: Record<ScheduleStatus, number> = { 'in-progress': 0, scheduled: 1, completed: 2, cancelled: 3 }

/** Sorts schedules: first running, then upcoming, then past ones with the most recent first. */
export function sortByUrgency(schedules: readonly Schedule[]): Schedule[] {
  return schedules.toSorted((a, b) => {
    const later = Date.parse(a.scheduledStart) - Date.parse(b.scheduledStart)
    return urgency[a.status] - urgency[b.status] || (urgency[a.status] < 2 ? later : -later) || (a.id < b.id ? -1 : 1)
  })
}

/** Time in ms that a start may lie in the past, because the request takes a while. */
const LATE_MS = 60_000

export const toFieldValue = (iso: string) => toDateTimeFieldValueIn(citySettings().timeZone, Date.parse(iso))

/** Converts a date field to ISO 8601. Invalid text stays unchanged, so that the command's schema rejects it. */
export function fieldToIso(field: string): string {
  const at = parseDateTimeFieldIn(citySettings().timeZone, field)
  return Number.isNaN(at) ? field : new Date(at).toISOString()
}

/**
 * Returns the start if the user has changed the field, otherwise undefined.
 * An unchanged field is never converted, because it would be ambiguous in the hour that clocks repeat.
 */
export const changedStartOf = (field: string, scheduledStart: string) =>
  field === toFieldValue(scheduledStart) ? undefined : { scheduledStart: fieldToIso(field) }

/** Returns the error message for a start time, or null if the start is valid. `now` is epoch ms. */
export function startTimeErrorText(field: string, now: number): string | null {
  const start = parseDateTimeFieldIn(citySettings().timeZone, field)
  if (Number.isNaN(start)) return t`Start is required`
  return start < now - LATE_MS ? t`Choose a start time in the future.` : null
}

/**
 * Returns the zone without a truck that has the most open reports.
 * If every zone has a truck, returns the first zone.
 */
export function zoneToScheduleFirst(
  zones: readonly Pick<ZoneCard, 'id' | 'currentReports'>[],
  schedules: readonly Pick<Schedule, 'zone' | 'status'>[],
): string | undefined {
  const open = schedules.filter(({ status }) => status === 'scheduled' || status === 'in-progress')
  const served = new Set(open.map(({ zone }) => zone))
  const free = zones.filter(({ id }) => !served.has(id)).sort((a, b) => b.currentReports - a.currentReports)
  return (free[0] ?? zones[0])?.id
}

interface ScheduleForm {
  zone: Zone
  vehicleIds: readonly string[]
  siteId: string
  /** Start in the city's time zone, such as '2026-01-05T14:15', or ''. */
  start: string
}

/** Returns the request of the form that schedules a collection. */
export function scheduleBody({ zone, vehicleIds, siteId, start }: ScheduleForm): BodyInputOf<'scheduleCollection'> {
  return {
    zone,
    vehicleIds: [...vehicleIds],
    ...(siteId && { siteId }),
    ...(start && { scheduledStart: fieldToIso(start) }),
  }
}
