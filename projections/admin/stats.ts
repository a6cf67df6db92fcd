/** Admin dashboard: counts of users, reports and sites, and system health. */

import type { AdminStats } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import type { Filter } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { REPORT_STATUSES, ROLES } from '#rules/city.ts'
import { LATE_MS } from '#rules/lateness.ts'
import { STANDING } from '../reading/lists.ts'
import type { Reading } from '../reading/reading.ts'
import type { SiteRow } from '../sites/sites-view.ts'
import { createLookAround, judge } from './system-health.ts'
import { weeksUntil } from './weeks.ts'

export function adminStatsReads(reading: Reading): Reads {
  const lookAround = createLookAround(reading)

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
      const late = new Date(now.getTime() - LATE_MS).toISOString()
      const [userStats, reportStats, sites, findings, simulatedReports, simulatedUsers, openLate, weeks] =
        await Promise.all([
          countBy(rows, 'accounts', 'role', ROLES, { erased: false }),
          countBy(rows, 'reports', 'status', REPORT_STATUSES, STANDING),
          rows.find<SiteRow>('sites', { filter: { open: true }, sort: { id: 1 } }),
          lookAround(),
          rows.count('reports', { ...STANDING, simulated: true }),
          rows.count('accounts', { simulated: true, erased: false }),
          rows.count('reports', { ...STANDING, open: true, timestamp: { $lt: late } }),
          weeksUntil(rows, now),
        ])
      return {
        ...(simulatedReports + simulatedUsers > 0 && { simulated: true as const }),
        totalUsers: sum(userStats),
        totalReports: sum(reportStats),
        totalWasteSites: sites.length,
        userStats,
        reportStats,
        wasteStats: sites.map(toWasteStat),
        systemHealth: judge(findings),
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
