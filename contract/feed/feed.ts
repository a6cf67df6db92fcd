/** The realtime feed's wire: a client joins rooms, gets a snapshot or what it missed, then frames of changed rows. */
import { z } from 'zod'
import type {
  Analysis,
  ConfigurationView,
  Delivery,
  ForecastState,
  Notification,
  Report,
  Schedule,
  Site,
  Vehicle,
  ZoneCard,
} from '../views.ts'
import { FEED_VERSION } from './feed-version.ts'
import { type RoomName, rooms } from './rooms.ts'

/** The row type of each room. Each row has an `id` (for zones: the zone's name). */
export interface RoomRows {
  'active-reports': Report
  'my-reports': Report
  zones: ZoneCard
  'my-zone': ZoneCard
  notifications: Notification
  'my-notifications': Notification
  schedules: Schedule
  'my-schedules': Schedule
  vehicles: Vehicle
  sites: Site
  deliveries: Delivery
  analyses: Analysis
  forecasts: ForecastState
  configuration: ConfigurationView & { id: string }
}

/** client → server, when it connects. One of another version is refused, and fetches until it is reloaded. */
export const Handshake = z.object({ token: z.string().max(4_096), version: z.literal(FEED_VERSION) })
export type Handshake = z.infer<typeof Handshake>

/** The `data` of a refused handshake whose owner asked for too much: the next one is worth it after so many ms. */
export interface Refused {
  waitMs: number
}

const Position = z.string().regex(/^\d{1,20}$/)

/**
 * client → server `join`: with `after` the client has the room's rows as of that position and only wants what changed. `seen` is
 * the position that it shows, also where it wants all; `log` is that of the last answer.
 */
export const Join = z.object({
  room: z.enum(Object.keys(rooms) as [RoomName, ...RoomName[]]),
  after: Position.optional(),
  seen: Position.optional(),
  log: z.int().nonnegative().optional(),
})
export type Join = z.infer<typeof Join>

/**
 * The answer to `join`, as the acknowledgement. `snapshot` replaces everything; otherwise rows and removed are a delta. Frames
 * may come before it: those that are not older than it are to be applied after it. What is older than the client's rows is
 * from a server that is behind, and changes nothing; unless it is `anew`: the log does not reach to where the client was, or is
 * another one. `log` names the log that the rows are of: a restored log has another number.
 */
export type Joined<N extends RoomName = RoomName> =
  | {
      ok: true
      room: N
      snapshot: boolean
      rows: RoomRows[N][]
      removed: string[]
      position: string
      log?: number
      anew?: true
    }
  | { ok: false; message: string }

/**
 * server → client `frames`, one for each room of the client that has some: the rows that changed within at most 16 ms. Rows are
 * removed, too, when they have been in the room for as long as they may, or newer ones took their place.
 */
export interface Frame<N extends RoomName = RoomName> {
  room: N
  rows: RoomRows[N][]
  removed: string[]
  position: string
}

/**
 * server → client `pulse`, about once a second: the position that all rooms are true at (so that a board knows it is
 * fresh, and a change of one's own that touches none of its rows has arrived). `ended` before the connection is closed.
 */
export interface Pulse {
  position: string
}
export interface Ended {
  reason: 'restart' | 'signed-out'
}
