/** What planning reads of the city: rows that inform a plan. Whether a truck is free, its own stream decides. */

import { DEFAULT_CONFIGURATION } from '#contract/configuration.ts'
import { type Rejection, reject } from '#contract/problems.ts'
import { counting, tableOf, type ZoneRow } from '#contract/tables.ts'
import type { Vehicle } from '#contract/views.ts'
import type { ReadStore, Row } from '#platform/read-store/read-store.ts'
import { DEFAULT_CUSTOMERS, type Zone } from '#rules/city.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { rowsUpToNow } from './up-to-now.ts'

/** The zone, with the reports that count. */
export async function readZone(reads: ReadStore, zone: Zone): Promise<Omit<ZoneRow, 'position'>> {
  const [row] = await reads.get<ZoneRow>(tableOf('zones'), [zone])
  const { thresholds } = DEFAULT_CONFIGURATION
  if (row) return counting(row)
  return {
    id: zone,
    totalCustomers: DEFAULT_CUSTOMERS[zone],
    openReports: 0,
    openIds: [],
    loose: 0,
    cycle: 0,
    thresholds,
    simulated: false,
  }
}

export const readFleet = (reads: ReadStore): Promise<Readonly<Row & Vehicle>[]> => reads.find(tableOf('vehicles'))

/** Why nothing can be brought to a site: none of this id is open by now. */
export async function refuseSite(
  kernel: Pick<Kernel, 'store' | 'reads'>,
  siteId: string,
): Promise<Rejection | undefined> {
  await rowsUpToNow(kernel, 'sites')
  const [site] = await kernel.reads.get<Row & { open: boolean }>(tableOf('sites'), [siteId])
  return site?.open ? undefined : reject('bad-request', 'There is no such dumping site.')
}

/** EventStoreDB takes events up to 1 MiB: so many ids of about 27 bytes fit well below that. */
export const MOST_REPORTS = 20_000

/** The zone's open reports, as many as one event can name. */
export async function readOpenReports(reads: ReadStore, zone: Zone): Promise<string[]> {
  const filter = { zone, open: true }
  return (await reads.find(tableOf('reports'), { filter, limit: MOST_REPORTS })).map(({ id }) => id)
}

/** The reports of the zone that were open at a time (ISO 8601). */
export async function readWaiting(reads: ReadStore, zone: Zone, at: string): Promise<string[]> {
  const filter = { zone, $or: [{ open: true }, { collectedAt: { $gte: at } }] }
  const rows = await reads.find<Row & { timestamp: string }>(tableOf('reports'), { filter })
  return rows.filter(({ timestamp }) => timestamp <= at).map(({ id }) => id)
}

/** The newest reports of the zone that were marked one by one and are in no load yet, at most so many. */
export async function readMarked(reads: ReadStore, zone: Zone, most: number): Promise<string[]> {
  if (most === 0) return []
  const query = {
    filter: { zone, loose: true },
    sort: { collectedAt: -1 },
    limit: most,
  } as const
  return (await reads.find(tableOf('reports'), query)).map(({ id }) => id)
}
