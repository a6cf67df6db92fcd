/** What planning reads of the city: rows that inform a plan. Whether a truck is free, its own stream decides. */

import { type Rejection, reject } from '#contract/door/problems.ts'
import { rooms } from '#contract/feed/rooms.ts'
import { counting, type ZoneRow } from '#contract/tables.ts'
import type { Vehicle } from '#contract/views.ts'
import { type Row, RowsBehind } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { Zone } from '#rules/city.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** A zone that is or was open, with the reports that count. Throws RowsBehind when the rows do not know it yet. */
export async function readZone(rows: Rows<'zones'>, zone: Zone): Promise<Readonly<ZoneRow>> {
  const [row] = await rows.get<ZoneRow>('zones', [zone])
  if (!row) throw new RowsBehind('zones')
  return counting(row)
}

/** The open zones in the order that they were opened, with the reports that count. */
export async function readZones(rows: Rows<'zones'>): Promise<Readonly<ZoneRow>[]> {
  const query = { filter: { open: true }, sort: rooms.zones.order }
  return (await rows.find<ZoneRow>('zones', query)).map(counting)
}

/** The zones, closed ones too, of which something lies open or waits for the next load. */
export async function readWaitingZones(rows: Rows<'zones'>): Promise<Zone[]> {
  const filter = { $or: [{ openReports: { $gt: 0 } }, { loose: { $gt: 0 } }] }
  return (await rows.find('zones', { filter, sort: rooms.zones.order })).map(({ id }) => id)
}

export const readFleet = (rows: Rows<'vehicles'>): Promise<Readonly<Row & Vehicle>[]> => rows.find('vehicles')

/** Why nothing can be brought to a site: none of this id is open by now. */
export async function refuseSite(kernel: Pick<Kernel, 'rows'>, siteId: string): Promise<Rejection | undefined> {
  const rows = await kernel.rows.upToNow('sites')
  const [site] = await rows.get<Row & { open: boolean }>('sites', [siteId])
  return site?.open ? undefined : reject('bad-request', 'There is no such dumping site.')
}

/** EventStoreDB takes events up to 1 MiB: so many ids of about 27 bytes fit well below that. */
export const MOST_REPORTS = 20_000

/** The zone's open reports, as many as one event can name. */
export async function readOpenReports(rows: Rows<'reports'>, zone: Zone): Promise<string[]> {
  const filter = { zone, open: true }
  return (await rows.find('reports', { filter, limit: MOST_REPORTS })).map(({ id }) => id)
}

/** Returns the zone's open reports, those that have waited longest first. */
export async function readOldestReports(rows: Rows<'reports'>, zone: Zone): Promise<string[]> {
  const query = { filter: { zone, open: true }, sort: { timestamp: 1 }, limit: MOST_REPORTS } as const
  return (await rows.find('reports', query)).map(({ id }) => id)
}

/**
 * The reports of the zone that were open at a time (ISO 8601). `collects` says that what happened then collects reports itself, whose
 * time is the same one: those did not wait on. Otherwise one that was collected within the same millisecond had still waited.
 */
export async function readWaiting(rows: Rows<'reports'>, zone: Zone, at: string, collects: boolean): Promise<string[]> {
  const filter = { zone, $or: [{ open: true }, { collectedAt: collects ? { $gt: at } : { $gte: at } }] }
  const reports = await rows.find<Row & { timestamp: string }>('reports', { filter })
  return reports.filter(({ timestamp }) => timestamp <= at).map(({ id }) => id)
}

/** The newest reports of the zone that were marked one by one and are in no load yet, at most so many. */
export async function readMarked(rows: Rows<'reports'>, zone: Zone, most: number): Promise<string[]> {
  if (most === 0) return []
  const query = {
    filter: { zone, loose: true },
    sort: { collectedAt: -1 },
    limit: most,
  } as const
  return (await rows.find('reports', query)).map(({ id }) => id)
}
