/** Forecast test helpers: rows of loads, and a pool that runs in this process. */

import type { ZoneRow } from '#contract/tables.ts'
import { tableNameOf, type ViewName } from '#contract/tables.ts'
import type { Delivery } from '#contract/views.ts'
import { addDays } from '#domain/city-time.ts'
import type { DecisionRows } from '#platform/read-store/current-rows.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { rowsOf } from '#platform/read-store/rows.ts'
import type { WorkerThreadPool } from '#platform/worker-threads/pool.ts'
import { fillTable } from '#tests/fixtures/fill-table.ts'

export const ZONE = 'Ablekuma North'
export const OTHER_ZONE = 'Ayawaso West'
/** Day on which the test forecasts are made, a Monday. */
export const TODAY = '2026-03-02'
export const daysAgo = (days: number) => addDays(TODAY, -days)

let loads = 0

/** Creates a load that arrived at noon. */
export function arrivedLoad(
  date: string,
  tonnes: number,
  more: Partial<Delivery> = {},
): Row & Delivery & { day: string } {
  const at = `${date}T12:00:00.000Z`
  const { arrivedAt = at } = more
  return {
    id: `DEL-${++loads}`,
    position: loads,
    truckId: 'T1',
    facilityId: 'WS001',
    zone: ZONE,
    status: 'arrived',
    weight: tonnes * 1_000,
    estimated: false,
    reportsCount: 9,
    createdAt: at,
    estimatedArrival: at,
    arrivedAt,
    composition: { plastic: 60, organic: 40 },
    ...more,
    day: arrivedAt.slice(0, 10),
  }
}

/**
 * Creates daily loads up to yesterday.
 * `ago` counts days back from today.
 */
export const dailyLoads = (days: number, tonnes: (ago: number) => number, more?: Partial<Delivery>) =>
  Array.from({ length: days }, (_, n) => arrivedLoad(daysAgo(days - n), tonnes(days - n), more))

/** Opens a store with these zones and other views' rows. */
export async function openRows(deliveries: readonly Row[], zones: readonly string[] = [ZONE], more: TableRows = {}) {
  const reads = openMemoryReadStore()
  const places = zones.map((id, n) => ({ id, position: 1, open: true, openedAt: `${n}` }) as unknown as ZoneRow)
  for (const [view, rows] of Object.entries({ deliveries, zones: places, configuration: [], foreseen: [], ...more }))
    await fillTable(reads, view as ViewName, rows)
  const rows = rowsOf(reads, tableNameOf)
  return { upToNow: async () => rows, standing: async () => rows } as DecisionRows
}
type TableRows = Partial<Record<'configuration' | 'foreseen', readonly Row[]>>

export const inProcessPool: Pick<WorkerThreadPool, 'run'> = {
  run: async (program, data) => (await import(program.href)).default(structuredClone(data)),
}
