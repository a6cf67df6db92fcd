/** Admin dashboard: counts of users, reports and sites, and system health. */
import type { AdminStats } from '#contract/views.ts'
import { REPORT_STATUSES, ROLES } from '#domain/city.ts'
import { addDays, localDayOf, mondayOf } from '#domain/city-time.ts'
import { LATE_REPORT_MS } from '#domain/report-rules.ts'
import { dayStartIso } from '#domain/wall-clock.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { Filter } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { NOT_REPLACED } from '../queries/lists.ts'
import { timeZoneOf } from '../queries/time-zone.ts'
import type { ScheduleRow } from '../schedules/schedules-view.ts'
import type { SiteRow } from '../sites/sites-view.ts'
import { createHealthProbe, toSystemHealth } from './system-health.ts'

const WEEKS = 12

/** Weekly figures for admins: reports, and collections on time, late or overdue. */
async function weeklyFigures(rows: Rows, now: Date): Promise<AdminStats['weeks']> {
  const timeZone = await timeZoneOf(rows)
  const last = mondayOf(localDayOf(timeZone, now.toISOString()))
  const mondays = Array.from({ length: WEEKS }, (_, index) => addDays(last, 7 * (index + 1 - WEEKS)))
  const begins = mondays.map((monday) => dayStartIso(timeZone, monday))
  const within = (index: number) => {
    const [from, to] = [begins[index], begins[index + 1]]
    return { $gte: from, ...(to && { $lt: to }) }
  }
  const [completed, open, ...reports] = await Promise.all([
    rows.find<ScheduleRow>('schedules', { filter: { completedAt: { $gte: begins[0] } } }),
    rows.find<ScheduleRow>('schedules', { filter: { open: true } }),
    ...mondays.map((_, index) => rows.count('reports', { ...NOT_REPLACED, timestamp: within(index) })),
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

export function adminStatsReads(reading: ReadDependencies): ReadHandlers {
  const lookAround = createHealthProbe(reading)

  async function countBy<K extends string>(
    rows: Rows,
    view: 'accounts' | 'reports',
    field: string,
    values: readonly K[],
    only: Filter,
  ) {
    const counts = values.map((value) => rows.count(view, { ...only, [field]: value }))
    const entries = (await Promise.all(counts)).map((count, index) => [values[index], count])
    return Object.fromEntries(entries) as Record<K, number>
  }

  return {
    async adminStats(_call, { rows, now }) {
      const late = new Date(now.getTime() - LATE_REPORT_MS).toISOString()
      const [userStats, reportStats, sites, findings, simulatedReports, simulatedUsers, openLate, weeks] =
        await Promise.all([
          countBy(rows, 'accounts', 'role', ROLES, { erased: false }),
          countBy(rows, 'reports', 'status', REPORT_STATUSES, NOT_REPLACED),
          rows.find<SiteRow>('sites', { filter: { open: true }, sort: { id: 1 } }),
          lookAround(),
          rows.count('reports', { ...NOT_REPLACED, simulated: true }),
          rows.count('accounts', { simulated: true, erased: false }),
          rows.count('reports', { ...NOT_REPLACED, open: true, timestamp: { $lt: late } }),
          weeklyFigures(rows, now),
        ])
      return {
        ...(simulatedReports + simulatedUsers > 0 && { simulated: true as const }),
        totalUsers: sum(userStats),
        totalReports: sum(reportStats),
        totalWasteSites: sites.length,
        userStats,
        reportStats,
        wasteStats: sites.map(toWasteStat),
        systemHealth: toSystemHealth(findings),
        openLate,
        weeks,
      }
    },
  }
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

function toWasteStat({
  id,
  name,
  location,
  currentCapacity,
  maxCapacity,
  simulated,
}: SiteRow): AdminStats['wasteStats'][number] {
  const utilizationPercent = maxCapacity > 0 ? Math.round((currentCapacity / maxCapacity) * 1000) / 10 : 0
  return { id, name, location, currentCapacity, maxCapacity, utilizationPercent, simulated }
}
