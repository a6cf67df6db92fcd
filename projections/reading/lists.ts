/** What each list holds: which rows, in its room's order, how many. Its endpoint and its room of the feed both read it here. */

import { rooms } from '#contract/feed/rooms.ts'
import { CITY } from '#contract/forecasts/forecasts.ts'
import type { NotificationKind } from '#contract/people/notifications.ts'
import type { Query } from '#platform/read-store/read-store.ts'

const HOUR_MS = 60 * 60_000
/** An ended schedule is of interest for so long. */
const ENDED_MS = 24 * HOUR_MS
/** A delivery is, once it has arrived. */
const DELIVERED_MS = 7 * 24 * HOUR_MS

export type List = Pick<Query, 'filter' | 'sort' | 'limit'>

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()

/** The list, of the rows alone that have these fields too. */
export const within = (fields: Record<string, unknown>, list: List): List => ({
  ...list,
  filter: { ...fields, ...list.filter },
})

/** Of a report that was opened again, the row under which it goes on. */
export const STANDING = { replaced: false }
export const allReports: List = { filter: STANDING, sort: rooms['my-reports'].order }
export const activeReports: List = { filter: { open: true }, sort: rooms['active-reports'].order }
export const fleet: List = { filter: { in_fleet: true }, sort: rooms.vehicles.order }
export const openSites: List = { filter: { open: true }, sort: rooms.sites.order }
/** In the order that they were opened. */
export const openZones: List = { filter: { open: true }, sort: rooms.zones.order }
/** Closed ones too; not what holds for all of them alike. */
export const everyZone: List = { filter: { code: { $ne: '' } }, sort: rooms.zones.order }
/** What stands for all zones' forecasts. */
export const stateOfForecasts: List = { filter: { id: CITY }, sort: rooms.forecasts.order }
export const configuration: List = { sort: rooms.configuration.order }

/** Those that have not ended. */
export const openSchedules: List = { filter: { open: true }, sort: rooms.schedules.order }
/** Those that have not arrived. */
export const deliveriesUnderWay: List = { filter: { underWay: true }, sort: rooms.deliveries.order }

/** The open ones, and those that ended within a day. */
export function standingSchedules(now: Date): List {
  const since = before(now, ENDED_MS)
  const filter = { $or: [{ open: true }, { completedAt: { $gte: since } }, { cancelledAt: { $gte: since } }] }
  return { filter, sort: rooms.schedules.order }
}

/** Those under way, and those of the last 7 days. */
export function recentDeliveries(now: Date): List {
  const since = before(now, DELIVERED_MS)
  const filter = { $or: [{ underWay: true }, { createdAt: { $gte: since } }, { arrivedAt: { $gte: since } }] }
  return { filter, sort: rooms.deliveries.order }
}

/** Those that were asked for last. */
export const newestAnalyses: List = { sort: rooms.analyses.order, limit: rooms.analyses.limit }

/** Where a list of notifications goes on: after the one of this time and id. */
export interface NotificationCursor {
  before: string
  beforeId: string
}

/** The newest that stand behind the cursor, to any of these, of the kinds that the reader wants and not archived. */
export function olderNotifications(
  kinds: readonly NotificationKind[],
  to: readonly string[],
  { before, beforeId }: NotificationCursor,
): List {
  const behind = { $or: [{ timestamp: { $lt: before } }, { timestamp: before, id: { $gt: beforeId } }] }
  return within({ to: { $in: to }, ...behind }, newestNotifications(kinds, false))
}

/** The newest to somebody, of the kinds that they want; with `archived` said, of those that are or are not. */
export function newestNotifications(kinds: readonly NotificationKind[], archived?: boolean): List {
  const filter = { kind: { $in: kinds }, ...(archived === undefined ? {} : { archived }) }
  const { order: sort, limit } = rooms.notifications
  return { filter, sort, limit }
}
