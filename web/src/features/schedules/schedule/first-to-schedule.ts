/** Default zone of a manual collection. */
import type { Schedule, ZoneCard } from '#contract/views.ts'

/**
 * Returns the zone with the most open reports among those without a truck.
 * Falls back to the first zone.
 */
export function firstToSchedule(
  zones: readonly Pick<ZoneCard, 'id' | 'currentReports'>[],
  schedules: readonly Pick<Schedule, 'zone' | 'status'>[],
): string | undefined {
  const open = schedules.filter(({ status }) => status === 'scheduled' || status === 'in-progress')
  const served = new Set(open.map(({ zone }) => zone))
  const free = zones.filter(({ id }) => !served.has(id)).sort((a, b) => b.currentReports - a.currentReports)
  return (free[0] ?? zones[0])?.id
}
