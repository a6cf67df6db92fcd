/**
 * Reads rows for planning.
 * Only a truck's stream decides whether it is free.
 */

import { feedRooms } from '#contract/feed/rooms.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { addReportsTowardsCollection, type ZoneRow } from '#contract/tables.ts'
import type { Delivery, Schedule, Site, Vehicle } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import type { PlannerCityWithZones, PlannerTruck, ZoneScheduleState } from '#domain/planner/due.ts'
import { type Row, RowsBehind } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readConfiguration } from './configuration.ts'

/**
 * Returns a zone, open or closed, with the number of reports that count towards a collection.
 * Throws RowsBehind if the zone has no row yet.
 */
export async function readZone(rows: Rows<'zones'>, zone: Zone): Promise<Readonly<ZoneRow>> {
  const [row] = await rows.get<ZoneRow>('zones', [zone])
  if (!row) throw new RowsBehind('zones')
  return addReportsTowardsCollection(row)
}

/** Returns the open zones in the order of opening, with the number of reports that count. */
export async function readZones(rows: Rows<'zones'>): Promise<Readonly<ZoneRow>[]> {
  const query = { filter: { open: true }, sort: feedRooms.zones.order }
  return (await rows.find<ZoneRow>('zones', query)).map(addReportsTowardsCollection)
}

/**
 * Returns the zones with open reports, or with collected reports that are in no load yet.
 * Closed zones are included.
 */
export async function readZonesToCollect(rows: Rows<'zones'>): Promise<Zone[]> {
  const filter = { $or: [{ openReports: { $gt: 0 } }, { loose: { $gt: 0 } }] }
  return (await rows.find('zones', { filter, sort: feedRooms.zones.order })).map(({ id }) => id)
}

export const readFleet = (rows: Rows<'vehicles'>): Promise<Readonly<Row & Vehicle>[]> => rows.find('vehicles')

/** Returns why a site can't receive loads; undefined if open. */
export async function refuseClosedSite(kernel: Pick<Kernel, 'rows'>, siteId: string): Promise<Rejection | undefined> {
  const rows = await kernel.rows.upToNow('sites')
  const [site] = await rows.get<Row & { open: boolean }>('sites', [siteId])
  return site?.open ? undefined : reject('bad-request', msg`There is no such dumping site.`)
}

/**
 * Maximum number of report ids that fit into one event.
 * EventStoreDB allows 1 MiB per event, and an id takes about 27 bytes.
 */
export const MAX_REPORTS_PER_EVENT = 20_000

/** Returns the ids of the zone's open reports, at most as many as fit into one event. */
export async function readOpenReports(rows: Rows<'reports'>, zone: Zone): Promise<string[]> {
  const filter = { zone, open: true }
  return (await rows.find('reports', { filter, limit: MAX_REPORTS_PER_EVENT })).map(({ id }) => id)
}

/** Returns the zone's open reports, those that have waited longest first. */
export async function readOpenReportsOldestFirst(rows: Rows<'reports'>, zone: Zone): Promise<string[]> {
  const query = { filter: { zone, open: true }, sort: { timestamp: 1 }, limit: MAX_REPORTS_PER_EVENT } as const
  return (await rows.find('reports', query)).map(({ id }) => id)
}

/**
 * Returns the reports of a zone that were open at the time of an event (ISO 8601).
 * `collects` is true if the event collects reports.
 * In that case, omits reports that were collected at exactly this time.
 */
export async function readReportsOpenAt(
  rows: Rows<'reports'>,
  zone: Zone,
  at: string,
  collects: boolean,
): Promise<string[]> {
  const filter = { zone, $or: [{ open: true }, { collectedAt: collects ? { $gt: at } : { $gte: at } }] }
  const reports = await rows.find<Row & { timestamp: string }>('reports', { filter })
  return reports.filter(({ timestamp }) => timestamp <= at).map(({ id }) => id)
}

/** Returns the newest reports that were marked individually and are in no load. */
export async function readReportsMarkedIndividually(
  rows: Rows<'reports'>,
  zone: Zone,
  most: number,
): Promise<string[]> {
  if (most === 0) return []
  const query = {
    filter: { zone, loose: true },
    sort: { collectedAt: -1 },
    limit: most,
  } as const
  return (await rows.find('reports', query)).map(({ id }) => id)
}

/** Views that planning reads. */
const PLANNING_VIEWS = ['zones', 'vehicles', 'sites', 'schedules', 'configuration'] as const

/**
 * Returns the planner's data about the city from up-to-date rows.
 * With `siteId`, trucks may unload only at that site.
 */
export async function readPlannerCity(kernel: Kernel, siteId?: string): Promise<PlannerCityWithZones> {
  const rows = await kernel.rows.upToNow(...PLANNING_VIEWS)
  const [zones, fleet, sites, schedules, { zone_distances: distances }] = await Promise.all([
    readZones(rows),
    rows.find<Row & PlannerTruck>('vehicles', { filter: { in_fleet: true } }),
    rows.find<Row & Site>('sites', {
      filter: siteId === undefined ? { open: true } : { open: true, id: siteId },
    }),
    rows.find<Row & ZoneScheduleState>('schedules', { filter: { open: true } }),
    readConfiguration(rows),
  ])
  return { zones, fleet, sites, schedules, distances }
}

/** Returns, by site id, why a site can't be removed: trucks are scheduled for it or on their way to it. */
export async function readReasonsToKeepSites(kernel: Kernel): Promise<Record<string, Message>> {
  const rows = await kernel.rows.upToNow('schedules', 'deliveries')
  const [schedules, deliveries] = await Promise.all([
    rows.find<Row & Schedule>('schedules', { filter: { open: true } }),
    rows.find<Row & Delivery>('deliveries', { filter: { underWay: true } }),
  ])
  return Object.fromEntries([
    ...schedules.map(({ siteId, vehicle }) => [
      siteId,
      msg`truck ${{ vehicleId: vehicle.id }} is scheduled to unload there.`,
    ]),
    ...deliveries.map(({ facilityId, truckId }) => [
      facilityId,
      msg`truck ${{ vehicleId: truckId }} is on its way there.`,
    ]),
  ])
}
