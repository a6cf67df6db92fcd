/** Weekly figures for admins: reports, and collections on time, late or overdue. */
import type { AdminStats } from '#contract/views.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { addDays, dayIn, mondayOf } from '#rules/city-time.ts'
import { beginningOf } from '#rules/wall-clock.ts'
import type { ScheduleRow } from '../collections/schedules-view.ts'
import { STANDING } from '../reading/lists.ts'
import { timeZoneOf } from '../reading/time-zone.ts'

const WEEKS = 12

export async function weeksUntil(rows: Rows, now: Date): Promise<AdminStats['weeks']> {
  const timeZone = await timeZoneOf(rows)
  const last = mondayOf(dayIn(timeZone, now.toISOString()))
  const mondays = Array.from({ length: WEEKS }, (_, index) => addDays(last, 7 * (index + 1 - WEEKS)))
  const begins = mondays.map((monday) => beginningOf(timeZone, monday))
  const within = (index: number) => {
    const [from, to] = [begins[index], begins[index + 1]]
    return { $gte: from, ...(to && { $lt: to }) }
  }
  const [completed, open, ...reports] = await Promise.all([
    rows.find<ScheduleRow>('schedules', { filter: { completedAt: { $gte: begins[0] } } }),
    rows.find<ScheduleRow>('schedules', { filter: { open: true } }),
    ...mondays.map((_, index) => rows.count('reports', { ...STANDING, timestamp: within(index) })),
  ])
  return mondays.map((week, index) => {
    const { $gte: from = '', $lt: end } = within(index)
    const isIn = (at: string) => at >= from && (!end || at < end)
    const own = completed.filter(({ completedAt = '' }) => isIn(completedAt))
    const onTime = own.filter(({ completedAt = '', estimatedCompletion }) => completedAt <= estimatedCompletion).length
    const overdue = open.filter((row) => row.estimatedCompletion < now.toISOString() && isIn(row.estimatedCompletion))
    return { week, reports: reports[index] ?? 0, completed: own.length, onTime, overdue: overdue.length }
  })
}
