/** In which order a room's rows are read. */

import type { RoomName, RoomRows } from '#contract/feed.ts'
import type { Delivery, Schedule, ZoneCard } from '#contract/views.ts'

const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const newestFirst = (a: { id: string; timestamp: string }, b: { id: string; timestamp: string }) =>
  ascending(b.timestamp, a.timestamp) || ascending(b.id, a.id)

const latestStartFirst = (a: Schedule, b: Schedule) =>
  ascending(b.scheduledStart, a.scheduledStart) || ascending(b.id, a.id)

const latestMadeFirst = (a: Delivery, b: Delivery) => ascending(b.createdAt, a.createdAt) || ascending(b.id, a.id)

const byId = (a: { id: string }, b: { id: string }) => ascending(a.id, b.id)

const firstOpened = (a: ZoneCard, b: ZoneCard) => ascending(a.openedAt, b.openedAt) || ascending(a.id, b.id)

export const order: { [N in RoomName]: (a: RoomRows[N], b: RoomRows[N]) => number } = {
  'active-reports': newestFirst,
  'my-reports': newestFirst,
  zones: firstOpened,
  'my-zone': firstOpened,
  notifications: newestFirst,
  'my-notifications': newestFirst,
  schedules: latestStartFirst,
  'my-schedules': latestStartFirst,
  vehicles: byId,
  sites: byId,
  deliveries: latestMadeFirst,
  configuration: byId,
}
