/** What planning reads of the city: rows that inform a plan. Whether a truck is free, its own stream decides. */

import { type Rejection, reject } from '#contract/problems.ts'
import { counting, tableOf, type ZoneRow } from '#contract/tables.ts'
import type { Vehicle } from '#contract/views.ts'
import { type ReadStore, type Row, RowsBehind } from '#platform/read-store/read-store.ts'
import type { Zone } from '#rules/city.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { rowsUpToNow } from './up-to-now.ts'

/** A zone that is or was open, with the reports that count. Throws RowsBehind when the rows do not know it yet. */
export async function readZone(reads: ReadStore, zone: Zone): Promise<Readonly<ZoneRow>> {
  const [row] = await reads.get<ZoneRow>(tableOf('zones'), [zone])
  if (!row) throw new RowsBehind('zones')
  return counting(row)
}

/** The open zones in the order that they were opened, with the reports that count. */
export async function readZones(reads: ReadStore): Promise<Readonly<ZoneRow>[]> {
  const query = { filter: { open: true }, sort: { openedAt: 1 } } as const
  return (await reads.find<ZoneRow>(tableOf('zones'), query)).map(counting)
}

/** The zones, closed ones too, of which something lies open or waits for the next load. */
export async function readWaitingZones(reads: ReadStore): Promise<Zone[]> {
  const filter = { $or: [{ openReports: { $gt: 0 } }, { loose: { $gt: 0 } }] }
  return (await reads.find(tableOf('zones'), { filter, sort: { openedAt: 1 } })).map(({ id }) => id)
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
