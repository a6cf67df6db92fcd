/** The last weeks for the admin's overview: reports made, and collections completed, of these those by their time. */
import type { AdminStats } from '#contract/views.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { ScheduleRow } from '../collections/schedules-view.ts'
import { STANDING } from '../reading/lists.ts'

const DAY_MS = 86_400_000
const WEEKS = 12

/** The Mondays (YYYY-MM-DD) of the present week and those before it, in Accra, whose time is UTC all year; oldest first. */
export function mondaysUntil(now: Date, count = WEEKS): string[] {
  const since = (now.getUTCDay() + 6) % 7
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (since + 7 * (count - 1 - index)) * DAY_MS).toISOString().slice(0, 10),
  )
}

export async function weeksUntil(rows: Rows, now: Date): Promise<AdminStats['weeks']> {
  const mondays = mondaysUntil(now)
  const within = (index: number) => {
    const [from, to] = [mondays[index], mondays[index + 1]]
    return { $gte: from, ...(to && { $lt: to }) }
  }
  const [completed, ...reports] = await Promise.all([
    rows.find<ScheduleRow>('schedules', { filter: { completedAt: { $gte: mondays[0] } } }),
    ...mondays.map((_, index) => rows.count('reports', { ...STANDING, timestamp: within(index) })),
  ])
  return mondays.map((week, index) => {
    const end = mondays[index + 1]
    const own = completed.filter(({ completedAt = '' }) => completedAt >= week && (!end || completedAt < end))
    const onTime = own.filter(({ completedAt = '', estimatedCompletion }) => completedAt <= estimatedCompletion).length
    return { week, reports: reports[index] ?? 0, completed: own.length, onTime }
  })
}
