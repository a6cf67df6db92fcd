/**
 * Admin dashboard: counts of users, reports and sites, and system health.
 * Health depends on views' lag, queue and disk.
 */

import type { AdminStats, SystemHealth } from '#contract/views.ts'
import { REPORT_STATUSES, ROLES } from '#domain/city.ts'
import { addDays, localDayOf, mondayOf } from '#domain/city-time.ts'
import { formatNumber } from '#domain/number-format.ts'
import { LATE_REPORT_MS } from '#domain/report-rules.ts'
import { dayStartIsoOf } from '#domain/wall-clock.ts'
import type { HealthProblem } from '#platform/health-checks.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { Filter } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { NOT_REPLACED_FILTER } from '../queries/lists.ts'
import { timeZoneOf } from '../queries/time-zone.ts'
import type { ScheduleRow } from '../schedules/schedules-view.ts'
import type { SiteRow } from '../sites/sites-view.ts'
import { describeQuarantineProblems, findRunnerProblems } from './health.ts'

const WEEKS = 12
const QUEUE_TIMEOUT_MS = 1_000
/**
 * Time in ms after the start in which an unreachable job queue is not reported as a problem.
 * The queue's database can start slowly.
 */
const QUEUE_START_GRACE_MS = 60_000
const CRITICAL_LAG = 10_000
const DEGRADED_LAG = 500
const CRITICAL_FREE = 0.02
const DEGRADED_FREE = 0.1

/** Weekly figures of reports and of timely, late and overdue collections. */
async function weeklyFigures(rows: Rows, now: Date): Promise<AdminStats['weeks']> {
  const timeZone = await timeZoneOf(rows)
  const last = mondayOf(localDayOf(timeZone, now.toISOString()))
  const mondays = Array.from({ length: WEEKS }, (_, index) => addDays(last, 7 * (index + 1 - WEEKS)))
  const begins = mondays.map((monday) => dayStartIsoOf(timeZone, monday))
  const within = (index: number) => {
    const [from, to] = [begins[index], begins[index + 1]]
    return { $gte: from, ...(to && { $lt: to }) }
  }
  const [completed, open, ...reports] = await Promise.all([
    rows.find<ScheduleRow>('schedules', { filter: { completedAt: { $gte: begins[0] } } }),
    rows.find<ScheduleRow>('schedules', { filter: { open: true } }),
    ...mondays.map((_, index) => rows.count('reports', { ...NOT_REPLACED_FILTER, timestamp: within(index) })),
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

export function createAdminStatsReadHandlers(reading: ReadDependencies): ReadHandlers {
  const probeHealth = createHealthProbe(reading)

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
          countBy(rows, 'reports', 'status', REPORT_STATUSES, NOT_REPLACED_FILTER),
          rows.find<SiteRow>('sites', { filter: { open: true }, sort: { id: 1 } }),
          probeHealth(),
          rows.count('reports', { ...NOT_REPLACED_FILTER, simulated: true }),
          rows.count('accounts', { simulated: true, erased: false }),
          rows.count('reports', { ...NOT_REPLACED_FILTER, open: true, timestamp: { $lt: late } }),
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

/**
 * Facts that determine the health of the system.
 * Missing facts are ignored.
 * However, a queue that does not answer counts as a problem.
 */
export interface SystemHealthFacts {
  /**
   * Stage of the process.
   * Any stage other than `ok` is a problem.
   */
  status?: string
  /** Count of events that each view is behind, by view. */
  lag: Record<string, number>
  quarantined: number
  queue?: { waiting: number; failed: number } | 'silent'
  /** In bytes. */
  disk?: { free: number; total: number }
  /** Problems that the installation's processes report. */
  troubles?: readonly HealthProblem[]
}

/** Returns a function that collects facts about the health of the installation. */
export function createHealthProbe({
  runner,
  installation,
  clock,
}: Pick<ReadDependencies, 'runner' | 'installation' | 'clock'>) {
  const startedAt = clock().getTime()

  async function readQueue(): Promise<SystemHealthFacts['queue']> {
    const { promise: timedOut, resolve } = Promise.withResolvers<'silent'>()
    const timer = setTimeout(resolve, QUEUE_TIMEOUT_MS, 'silent')
    const answer = await Promise.race([installation?.queue?.(), timedOut]).finally(() => clearTimeout(timer))
    return answer === 'silent' && clock().getTime() - startedAt < QUEUE_START_GRACE_MS ? undefined : answer
  }

  return async (): Promise<SystemHealthFacts> => {
    const [queue, disk, troubles] = await Promise.all([readQueue(), installation?.disk?.(), installation?.look?.()])
    const quarantined = runner.quarantined().length
    const all = [...findRunnerProblems(runner), ...(troubles ?? [])]
    return { status: installation?.status?.(), lag: runner.lag(), quarantined, queue, disk, troubles: all }
  }
}

/** Returns the system's health: the worst status that applies, with all reasons. */
export function toSystemHealth({
  status,
  lag,
  quarantined,
  queue,
  disk,
  troubles = [],
}: SystemHealthFacts): SystemHealth {
  const [slowest, behind] = Object.entries(lag).reduce((worst, view) => (view[1] > worst[1] ? view : worst), ['', 0])
  const free = disk && disk.total > 0 ? disk.free / disk.total : 1
  const failed = queue === 'silent' ? 0 : (queue?.failed ?? 0)
  const verdicts = [
    status !== undefined && status !== 'ok' && critical(`The server is ${status}.`),
    free < DEGRADED_FREE &&
      (free < CRITICAL_FREE ? critical : degraded)(`The disk of the data folder has ${percent(free)} % free.`),
    behind > DEGRADED_LAG &&
      (behind > CRITICAL_LAG ? critical : degraded)(
        `The view ${slowest} is ${formatNumber(behind)} events behind the log.`,
      ),
    queue === 'silent' && degraded('The job queue did not answer within a second.'),
    failed > 0 && degraded(failed === 1 ? '1 job failed.' : `${formatNumber(failed)} jobs failed.`),
    ...[...describeQuarantineProblems(quarantined), ...troubles].map((trouble) =>
      (trouble.critical ? critical : degraded)(trouble.reason),
    ),
  ].filter((verdict) => verdict !== false)
  return {
    status: verdicts.find((verdict) => verdict.status === 'Critical')?.status ?? verdicts[0]?.status ?? 'Healthy',
    reasons: verdicts.map((verdict) => verdict.reason),
    lag: behind,
    queue: queue === 'silent' || !queue ? undefined : { waiting: queue.waiting, failed: queue.failed },
    disk,
    quarantined,
  }
}

const critical = (reason: string) => ({ status: 'Critical', reason }) as const
const degraded = (reason: string) => ({ status: 'Degraded', reason }) as const
const percent = (part: number) => (Math.floor(part * 1000) / 10).toFixed(1)
