/**
 * Defines the lists of the screens: which rows, in which order, and how many.
 * An endpoint and the feed room with the same rows use the same definition.
 */

import { feedRooms, MAX_DELIVERIES_LISTED, type RoomName } from '#contract/feed/rooms.ts'
import { WHOLE_CITY_ZONE } from '#contract/forecasts/forecasts.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { createRowComparator } from '#platform/read-store/order.ts'
import type { Query, Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'

const HOUR_MS = 60 * 60_000
/** How long an ended schedule is still listed, in ms. */
const ENDED_LISTED_MS = 24 * HOUR_MS
/** How long an arrived delivery is still listed, in ms. */
const DELIVERED_LISTED_MS = 7 * 24 * HOUR_MS

/** Maximum number of completed schedules in a list, and of cancelled ones. */
const MAX_SCHEDULES_LISTED = 1_000
/** Maximum number of completed schedules of a zone in a resident's list, and of cancelled ones. */
export const MAX_OWN_SCHEDULES_LISTED = 50

export type ListQuery = Pick<Query, 'filter' | 'sort' | 'limit'>

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()

/** Returns the list query, restricted to rows with these field values. */
export const restrictListToFields = (fields: Record<string, unknown>, list: ListQuery): ListQuery => ({
  ...list,
  filter: { ...fields, ...list.filter },
})

/** Excludes reopened reports, because another row continues each of them. */
export const NOT_REPLACED_FILTER = { replaced: false }
export const allReportsQuery: ListQuery = { filter: NOT_REPLACED_FILTER, sort: feedRooms['my-reports'].order }
export const activeReportsQuery: ListQuery = { filter: { open: true }, sort: feedRooms['active-reports'].order }
/**
 * Query of the stops of one collection, longest waiting first.
 * Leaves out reports that were reopened, because each continues as another stop.
 */
export const stopsQuery: ListQuery = { filter: NOT_REPLACED_FILTER, sort: feedRooms['my-stops'].order }
export const fleetQuery: ListQuery = { filter: { in_fleet: true }, sort: feedRooms.vehicles.order }
export const openSitesQuery: ListQuery = { filter: { open: true }, sort: feedRooms.sites.order }
/** Open zones, in the order in which they were opened. */
export const openZonesQuery: ListQuery = { filter: { open: true }, sort: feedRooms.zones.order }
/**
 * All zones, including closed ones.
 * Excludes the row with values common to all zones.
 */
export const allZonesQuery: ListQuery = { filter: { code: { $ne: '' } }, sort: feedRooms.zones.order }
/** Query of the row for the whole city, which has the state of its forecasts. */
export const cityForecastStateQuery: ListQuery = { filter: { id: WHOLE_CITY_ZONE }, sort: feedRooms.forecasts.order }
export const configurationQuery: ListQuery = { sort: feedRooms.configuration.order }

/** Query of open schedules; each truck has at most one. */
export const openSchedulesQuery: ListQuery = { filter: { open: true }, sort: feedRooms.schedules.order }
/** Query of the newest deliveries on their way. */
export const deliveriesUnderWayQuery: ListQuery = {
  filter: { underWay: true },
  sort: feedRooms.deliveries.order,
  limit: MAX_DELIVERIES_LISTED,
}

/**
 * Returns the lists of schedules that are open, or ended within a day.
 * The newest `limit` completed ones and `limit` cancelled ones are listed.
 */
export function createOpenOrRecentSchedulesQueries(now: Date, limit: number = MAX_SCHEDULES_LISTED): ListQuery[] {
  const since = { $gte: before(now, ENDED_LISTED_MS) }
  return [
    openSchedulesQuery,
    { filter: { open: false, completedAt: since }, sort: { completedAt: -1 }, limit },
    { filter: { open: false, cancelledAt: since }, sort: { cancelledAt: -1 }, limit },
  ]
}

/** Returns the lists of deliveries on their way, and of those that arrived within 7 days. */
export function createRecentDeliveriesQueries(now: Date): ListQuery[] {
  const filter = { underWay: false, arrivedAt: { $gte: before(now, DELIVERED_LISTED_MS) } }
  return [deliveriesUnderWayQuery, { filter, sort: { arrivedAt: -1 }, limit: MAX_DELIVERIES_LISTED }]
}

/** Returns the rows of several lists once each, in the order of a room. */
export async function findListed<R extends Row>(
  rows: Pick<Rows, 'find'>,
  room: RoomName,
  lists: readonly ListQuery[],
): Promise<R[]> {
  const { view, order } = feedRooms[room]
  const found = await Promise.all(lists.map((list) => rows.find<R>(view, list)))
  const unique = new Map(found.flat().map((row) => [row.id, row]))
  return [...unique.values()].sort(createRowComparator(order))
}

/** Analyses, newest requests first. */
export const newestAnalysesQuery: ListQuery = { sort: feedRooms.analyses.order, limit: feedRooms.analyses.limit }

/** Start of the next page: after this notification. */
interface NotificationCursor {
  /** Sequence of this notification. */
  before: number
  beforeId: string
}

/**
 * Returns the query for a recipient's next page of older notifications.
 * The page has only the wanted kinds and no archived notifications.
 * The bound of `sequence` repeats the other condition for the index.
 */
export function createOlderNotificationsQuery(
  kinds: readonly NotificationKind[],
  to: string,
  { before, beforeId }: NotificationCursor,
): ListQuery {
  const behind = { $or: [{ sequence: { $lt: before } }, { sequence: before, id: { $gt: beforeId } }] }
  return restrictListToFields(
    { to, sequence: { $lte: before }, ...behind },
    createNewestNotificationsQuery(kinds, false),
  )
}

/**
 * Returns the newest notifications of the wanted kinds.
 * `archived` restricts them to archived ones (true) or to others (false).
 */
export function createNewestNotificationsQuery(kinds: readonly NotificationKind[], archived?: boolean): ListQuery {
  const filter = { kind: { $in: kinds }, ...(archived === undefined ? {} : { archived }) }
  const { order: sort, limit } = feedRooms.notifications
  return { filter, sort, limit }
}
