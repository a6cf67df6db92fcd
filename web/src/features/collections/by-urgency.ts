/** The order in which schedules are listed, for residents and dispatchers alike. */
import type { Schedule } from '#contract/views.ts'
import type { ScheduleStatus } from '#rules/city.ts'

const urgency: Record<ScheduleStatus, number> = { 'in-progress': 0, scheduled: 1, completed: 2, cancelled: 3 }

/** What is under way first, then what comes next, then what is over, the latest first. */
export function byUrgency(schedules: readonly Schedule[]): Schedule[] {
  return schedules.toSorted((a, b) => {
    const later = Date.parse(a.scheduledStart) - Date.parse(b.scheduledStart)
    return urgency[a.status] - urgency[b.status] || (urgency[a.status] < 2 ? later : -later) || (a.id < b.id ? -1 : 1)
  })
}
