/** history: what reads of five years cost at the server: 100,000 deliveries and 100,000 records of compositions, kept as an installation has them. */
import { tableOf } from '#contract/tables.ts'
import type { Reads } from '#platform/http/api.ts'
import { rowsOf } from '#platform/read-store/rows.ts'
import { createSealer } from '#platform/sealing.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import type { DeliveryRow } from '#projections/collections/deliveries-view.ts'
import { deliveryReads } from '#projections/collections/delivery-routes.ts'
import { materialReads } from '#projections/materials/routes.ts'
import type { CompositionRow } from '#projections/sites/compositions-view.ts'
import { siteReads } from '#projections/sites/routes.ts'
import type { SiteRow } from '#projections/sites/sites-view.ts'
import { MATERIALS } from '#rules/city.ts'
import { FIRST_ZONE_NAMES } from '#rules/first-zones.ts'
import { inHundredths } from '#rules/hundredths.ts'
import { perMaterial } from '#rules/materials.ts'
import { inFolder } from './measure.ts'
import { openRows, type TimedCalls, timeReads } from './time-reads.ts'

const RECORDS = 100_000
const DAY_MS = 24 * 60 * 60_000
const NOW = new Date('2026-11-22T12:00:00.000Z')
const FIVE_YEARS_MS = 5 * 365 * DAY_MS
const SITES = ['WS001', 'WS002', 'WS003']

const pick = <T>(from: readonly T[], n: number) => from[n % from.length] as T
/** Evenly over the five years, oldest first. */
const timeOf = (n: number) => new Date(NOW.getTime() - FIVE_YEARS_MS + (n / RECORDS) * FIVE_YEARS_MS).toISOString()
const mixOf = (n: number) => inHundredths(perMaterial((material) => 1 + ((n * (MATERIALS.indexOf(material) + 3)) % 17)))

const siteOf = (id: string): SiteRow => ({
  ...{ id, name: id, location: '', coordinates: { lat: 5, lng: 0 }, maxCapacity: 1_000, currentCapacity: 500 },
  ...{ composition: mixOf(1), lastUpdated: timeOf(RECORDS), open: true, position: 1 },
})

/** Two of three are weighed; of every tenth nobody knows what is in it. */
function deliveryOf(n: number): DeliveryRow {
  const at = timeOf(n)
  const weight = 450 + (n % 400)
  return {
    ...{ id: `DEL-T${n % 40}-${n}-AN`, position: n + 1, truckId: `T${n % 40}`, facilityId: pick(SITES, n) },
    ...{ zone: pick(FIRST_ZONE_NAMES, n), estimatedArrival: at, status: 'completed', underWay: false, weight },
    ...{ estimated: n % 3 === 0, reportsCount: 3, createdAt: at, arrivedAt: at, day: at.slice(0, 10) },
    ...(n % 3 && {
      estimatedWeight: 600,
      weighing: { ticket: `${n}`, gross: weight + 9_000, tare: 9_000, weighedAt: at },
    }),
    ...(n % 10 && { composition: mixOf(n), compositionFrom: 'site' }),
  }
}

function recordOf(n: number): CompositionRow {
  const at = timeOf(n)
  const mix = mixOf(n)
  const percents = Object.fromEntries(MATERIALS.map((material) => [`${material}_percent`, mix[material]]))
  const held = { id: `${pick(SITES, n)}-${n}`, site_id: pick(SITES, n), current_capacity: 400 + (n % 300) }
  return { ...held, ...percents, date: at, created_at: at, day: at.slice(0, 10), position: n + 1 } as CompositionRow
}

async function fill(folder: string) {
  const reads = await openRows(folder)
  const all = Array.from({ length: RECORDS }, (_, n) => n)
  await reads.replace(tableOf('sites'), SITES.map(siteOf))
  await reads.replace(tableOf('deliveries'), all.map(deliveryOf))
  await reads.replace(tableOf('compositions'), all.map(recordOf))
  return { rows: rowsOf(reads, tableOf), close: reads.close }
}

const day = (daysAgo: number) => new Date(NOW.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
const since = (days: number) => ({ from: day(days - 1), to: day(0) })
const [month, year, years] = [since(30), since(365), since(5 * 365)]
const site_id = 'WS001'

const CALLS: TimedCalls = {
  composition_history: ['compositionHistory', {}],
  composition_history_5000_of_a_site: ['compositionHistory', { site_id, limit: 5_000 }],
  composition_30_days: ['compositionDays', { records: '1' }],
  composition_30_days_of_a_site: ['compositionDays', { site_id, records: '1' }],
  composition_366_days: ['compositionDays', { limit: 366 }],
  site: ['site', {}],
  arrived_of_a_month: ['arrivedDeliveries', { ...month, site_id }],
  intake_of_a_month: ['intake', month],
  intake_of_a_month_of_a_site: ['intake', { ...month, site_id }],
  intake_of_a_year: ['intake', year],
  intake_of_five_years: ['intake', years, 3],
  intake_of_five_years_of_a_site: ['intake', { ...years, site_id }, 3],
  statement_of_a_month: ['statement', month],
  statement_of_a_year: ['statement', year],
  statement_of_five_years: ['statement', years, 3],
  statement_csv_of_a_year: ['statementCsv', year],
  open_data_of_a_year: ['openDaily', year],
}

export default () => inFolder(readAll)

async function readAll(folder: string) {
  const { rows, close } = await fill(folder)
  const vault = openSqliteVault(':memory:')
  const reads: Reads = {
    ...siteReads({ get: async () => undefined }),
    ...materialReads(),
    ...deliveryReads({ sealer: createSealer(vault) }),
  }
  const figures = await timeReads(reads, CALLS, { rows, now: NOW, position: RECORDS }, { id: site_id })
  await Promise.all([vault.close(), close()])
  return figures
}
