/**
 * reads: time in which a server computes staff figures over 100,000 reports of a year.
 * Data: 5,000 residents, 5,000 trips and 300 open reports in a SQLite file.
 * The file is reopened as after a restart.
 * Each read runs 40 times in this process without HTTP.
 * Its answer is converted to JSON.
 * Figures: p50 and p99 of the wall-clock time, and the thread's mean processor time.
 * The first call after the restart is listed separately.
 * Reproduce: `npm run bench -- reads` on an otherwise idle machine.
 */

import path from 'node:path'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { tableNameOf, VIEW_VERSIONS, type ViewName } from '#contract/tables.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { rowsOf, type Snapshot } from '#platform/read-store/rows.ts'
import { openSqliteReadStore } from '#platform/read-store/sqlite.ts'
import { createSealer, type Sealer } from '#platform/sealing.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import type { AccountRow } from '#projections/accounts/accounts-view.ts'
import { createAdminUserReadHandlers } from '#projections/accounts/admin-users.ts'
import { createAdminStatsReadHandlers } from '#projections/admin/stats.ts'
import { createFuelAnalyticsReadHandlers } from '#projections/analytics/fuel.ts'
import { createProfileFigureReadHandlers } from '#projections/analytics/profile-figures.ts'
import type { TripRow } from '#projections/fleet/trips-view.ts'
import { memoryLayoutOf } from '#projections/queries/memory-layout.ts'
import { createPersonDirectory } from '#projections/queries/people.ts'
import { createAdminReportReadHandlers } from '#projections/reports/admin-reports.ts'
import type { ReportRow } from '#projections/reports/reports-view.ts'
import type { OnRowsChanged } from '#projections/runner/runner.ts'
import type { SiteRow } from '#projections/sites/sites-view.ts'
import { createEmptyZoneRow } from '#projections/zones/zones-view.ts'
import { quietLog } from './fixtures.ts'
import { percentile, round, withTempFolder } from './measure.ts'

const REPORTS = 100_000
const RESIDENTS = 5_000
const TRIPS = 5_000
const OPEN = 300
/** Number of times that the bench makes each query. */
const TIMES = 40
const DAY_MS = 24 * 60 * 60_000
const NOW = new Date('2026-11-22T12:00:00.000Z')

const pick = <T>(from: readonly T[], n: number) => from[n % from.length] as T
/**
 * Returns the time of the n-th of `all` events.
 * The events are spread evenly over the year before `NOW`.
 */
const timeOf = (n: number, all: number) => new Date(NOW.getTime() - 365 * DAY_MS * (1 - n / all)).toISOString()
const residentOf = (n: number) => `u${(n * 7) % RESIDENTS}`

async function accountOf(n: number, sealer: Sealer): Promise<AccountRow> {
  const id = `u${n}`
  const sealed = await sealer.seal(id, { name: `Kofi ${n}`, email: `kofi.${n}@test.com` })
  const zone = pick(INITIAL_ZONE_NAMES, n)
  return { id, role: 'resident', zone, erased: false, sealed, position: n + 1 } as AccountRow
}

async function reportOf(n: number, sealer: Sealer): Promise<ReportRow> {
  const [userId, timestamp] = [residentOf(n), timeOf(n, REPORTS)]
  const open = n >= REPORTS - OPEN
  const waited = (1 + ((n * 13) % 60)) * 60 * 60_000
  return {
    id: `r${n}`,
    userId,
    zone: pick(INITIAL_ZONE_NAMES, n),
    open,
    timestamp,
    replaced: n % 200 === 0,
    position: n + 1,
    sealed: await sealer.seal(userId, { name: `Kofi ${n}`, description: 'The bin is full' }),
    status: open ? 'new' : 'collected',
    ...(!open && { collectedAt: new Date(Date.parse(timestamp) + waited).toISOString(), collectedBy: 'd1' }),
  }
}

const tripOf = (n: number) =>
  ({
    id: `t${n}`,
    vehicle_id: `T${n % 40}`,
    trip_type: 'delivery',
    trip_start: timeOf(n, TRIPS),
    position: n + 1,
    trip_end: timeOf(n, TRIPS),
    distance_km: 20 + (n % 30),
    fuel_consumed: 5 + (n % 9),
    fuel_cost: 80 + (n % 90),
  }) as TripRow

const siteRow = {
  id: 'WS001',
  name: 'Site',
  location: 'Accra',
  open: true,
  position: 1,
  maxCapacity: 1_000,
  currentCapacity: 100,
} as SiteRow

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Writes the rows, then opens the file again, as a restart does. */
async function fill(folder: string, sealer: Sealer) {
  const reads = await openRows(folder)
  await reads.replace(tableNameOf('accounts'), await Promise.all(upTo(RESIDENTS).map((n) => accountOf(n, sealer))))
  await reads.replace(tableNameOf('reports'), await Promise.all(upTo(REPORTS).map((n) => reportOf(n, sealer))))
  await reads.replace(tableNameOf('trips'), upTo(TRIPS).map(tripOf))
  await reads.replace(
    tableNameOf('zones'),
    INITIAL_ZONE_NAMES.map((zone) => ({ ...createEmptyZoneRow(zone), position: 1 })),
  )
  await reads.replace(tableNameOf('sites'), [siteRow])
  const views = Object.keys(VIEW_VERSIONS) as ViewName[]
  await reads.setCheckpoints(new Map(views.map((view) => [tableNameOf(view), REPORTS])))
  await reads.close()
  const opened = await openRows(folder)
  return { rows: rowsOf(opened, tableNameOf), close: opened.close }
}

/** Measured API calls: endpoint and query, by the name of the measured figure. */
type TimedCalls = Record<string, [EndpointName, object]>

const CALLS: TimedCalls = {
  admin_stats: ['adminStats', {}],
  admin_reports: ['adminReports', {}],
  admin_reports_page_400: ['adminReports', { page: 400 }],
  admin_reports_search: ['adminReports', { search: 'kofi 12' }],
  admin_reports_search_of_a_zone: ['adminReports', { search: 'ayawaso collected' }],
  admin_reports_search_anywhere: ['adminReports', { search: 'ko' }],
  admin_users: ['adminUsers', {}],
  admin_users_search: ['adminUsers', { search: 'kofi 12' }],
  analytics_7_days: ['fuelAnalytics', { period: '7' }],
  analytics_30_days: ['fuelAnalytics', { period: '30' }],
  analytics_90_days: ['fuelAnalytics', { period: '90' }],
  dispatcher_figures: ['profileFigures', {}],
}

/**
 * Reads that are measured right after the newest collected report has changed.
 * The change makes the server count the reports of that day again.
 */
const AFTER_CHANGE: TimedCalls = { analytics_90_days_after_a_collection: ['fuelAnalytics', { period: '90' }] }

export default () => withTempFolder(readAll)

async function readAll(folder: string) {
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  const sealer = createSealer(vault)
  const { rows, close } = await fill(folder, sealer)
  const told: OnRowsChanged[] = []
  const onChange = (listener: OnRowsChanged) => void told.push(listener)
  const ready = Promise.resolve()
  const runner = {
    lag: () => ({}),
    quarantined: () => [],
    isOfOtherLog: () => false,
    onEvents: () => undefined,
    onOtherLog: () => undefined,
    onChange,
    ready,
  }
  const reading = { sealer, runner, clock: () => NOW } as never
  const people = createPersonDirectory(reading)
  const reads: ReadHandlers = {
    ...createAdminStatsReadHandlers(reading),
    ...createAdminReportReadHandlers(reading, people),
    ...createAdminUserReadHandlers(people),
    ...createFuelAnalyticsReadHandlers(reading),
    ...createProfileFigureReadHandlers(),
  }
  const caller = { principal: { role: 'dispatcher', userId: 'd1' } }
  const snapshot = { rows, now: NOW, position: REPORTS }
  const figures = await timeReads(reads, CALLS, snapshot, caller)
  const changed = await rows.find<ReportRow>('reports', { filter: { open: false }, sort: { timestamp: -1 }, limit: 1 })
  const byId = new Map(changed.map((row) => [row.id, row]))
  const { fuelAnalytics } = reads
  const afterChange: ReadHandlers = {
    async fuelAnalytics(call, at) {
      for (const tell of told) tell('reports', byId, REPORTS)
      return (fuelAnalytics as NonNullable<typeof fuelAnalytics>)(call, at)
    },
  }
  Object.assign(figures, await timeReads(afterChange, AFTER_CHANGE, snapshot, caller))
  await Promise.all([vault.close(), close()])
  return figures
}

/** Opens the file of view rows in the given folder, without comparing it with a log. */
function openRows(folder: string): Promise<ReadStore> {
  const marks = { now: async () => 'the same', holds: async () => true }
  return openSqliteReadStore(path.join(folder, 'views.db'), { layoutOf: memoryLayoutOf, marks, log: quietLog })
}

/**
 * Measures reads in ms.
 * `caller` contains the call fields that are equal in all reads.
 */
async function timeReads(reads: ReadHandlers, calls: TimedCalls, snapshot: Snapshot, caller: object) {
  const figures: Record<string, string> = {}
  for (const [name, [endpoint, query]] of Object.entries(calls)) {
    const read = reads[endpoint] as unknown as (call: object, snapshot: object) => Promise<object>
    const { query: shape }: Endpoint = endpoints[endpoint]
    const call = { ...caller, query: shape?.parse(query) }
    const took: number[] = []
    let [first, worked] = [0, 0]
    for (let n = 0; n < TIMES; n += 1) {
      const [began, before] = [performance.now(), process.threadCpuUsage()]
      const answer = await read(call, snapshot)
      JSON.stringify(answer)
      took.push(performance.now() - began)
      const { user, system } = process.threadCpuUsage(before)
      if (n === 0) first = (user + system) / 1_000
      else worked += (user + system) / 1_000
    }
    // Uses the mean.
    // The operating system measures processor time in steps too coarse for percentiles.
    const mean = worked / (TIMES - 1)
    figures[`${name}_ms`] =
      `p50 ${percentile(took, 0.5)}, p99 ${percentile(took.slice(1), 0.99)}, first ${round(took[0] ?? 0)}; of the thread ${round(mean)}, first ${round(first)}`
  }
  return figures
}
