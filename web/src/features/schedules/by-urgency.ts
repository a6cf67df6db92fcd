/** Order of schedules in lists, for residents and dispatchers. */
import type { Schedule } from '#contract/views.ts'
import type { ScheduleStatus } from '#domain/city.ts'

const urgency: Record<ScheduleStatus, number> = { 'in-progress': 0, scheduled: 1, completed: 2, cancelled: 3 }

/** Sorts schedules: under way, upcoming, then past, the latest first. */
export function byUrgency(schedules: readonly Schedule[]): Schedule[] {
  return schedules.toSorted((a, b) => {
    const later = Date.parse(a.scheduledStart) - Date.parse(b.scheduledStart)
    return urgency[a.status] - urgency[b.status] || (urgency[a.status] < 2 ? later : -later) || (a.id < b.id ? -1 : 1)
  })
}
