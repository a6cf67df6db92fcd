/**
 * Protocol of the realtime feed.
 * A client joins rooms, and gets a snapshot or a delta.
 * Then it gets frames of changed rows.
 */
import { z } from 'zod'
import { LOCALES, PSEUDO_LOCALE, SOURCE_LOCALE, type TextLocale } from '#contract/languages/locales.ts'
import type {
  Analysis,
  CollectionStop,
  ConfigurationView,
  Delivery,
  ForecastVersion,
  Notification,
  Report,
  Schedule,
  Site,
  Vehicle,
  ZoneCard,
} from '../views.ts'
import { FEED_VERSION } from './protocol.ts'
import { feedRooms, type RoomName } from './rooms.ts'

/**
 * Type of the rows in each feed room.
 * Each row has an `id`.
 * In the rooms of zones it is the zone's name.
 */
export interface RoomRowTypes {
  'active-reports': Report
  'my-reports': Report
  zones: ZoneCard
  'my-zone': ZoneCard
  notifications: Notification
  'my-notifications': Notification
  schedules: Schedule
  'my-schedules': Schedule
  'my-rounds': Schedule
  'my-stops': CollectionStop
  vehicles: Vehicle
  sites: Site
  deliveries: Delivery
  analyses: Analysis
  forecasts: ForecastVersion
  configuration: ConfigurationView & { id: string }
}

/**
 * Message from client to server when the client connects to the feed.
 * The server refuses a client of another version, which then polls until it is reloaded.
 */
export const FeedHandshake = z.object({
  token: z.string().max(4_096),
  version: z.literal(FEED_VERSION),
  /** Language of texts in the rows; English if unknown. */
  language: z.enum([...LOCALES, PSEUDO_LOCALE]).catch(SOURCE_LOCALE),
})
/** Handshake as the client sends it; without a language it means English. */
export type FeedHandshake = Omit<z.infer<typeof FeedHandshake>, 'language'> & { language?: TextLocale }

/**
 * Data of a handshake that was refused because the client sent too much.
 * The client may try again after `waitMs` milliseconds.
 */
export interface RefusedHandshake {
  waitMs: number
}

const Position = z.string().regex(/^\d{1,20}$/)

/**
 * Request `join` from client to server.
 * `after`: the client has the rows of this position and needs only later changes.
 * `seen`: the client shows the rows of this position, but requests all rows again.
 * `log` identifies the log and the view's version; the client copies it from the server's last answer.
 */
export const JoinRoomRequest = z.object({
  room: z.enum(Object.keys(feedRooms) as [RoomName, ...RoomName[]]),
  after: Position.optional(),
  seen: Position.optional(),
  log: z.int().nonnegative().optional(),
})
export type JoinRoomRequest = z.infer<typeof JoinRoomRequest>

/**
 * Answer of the server to a client's `join`.
 * With `snapshot`, the rows replace all rows.
 * Otherwise rows and removed ids are changes.
 * Frames that arrive before the answer are applied after it, unless they are older.
 * The client ignores an answer older than its rows, because the server's views may lag behind.
 * With `anew`, the client applies such an answer too.
 * In this case the log was replaced, or ends before the client's position.
 * `log` is a number for the log and the view's version of these rows.
 * A restored log, and each version of the view, has another number.
 */
export type JoinRoomAnswer<N extends RoomName = RoomName> =
  | {
      ok: true
      room: N
      snapshot: boolean
      rows: RoomRowTypes[N][]
      removed: string[]
      position: string
      log?: number
      anew?: true
    }
  | { ok: false; message: string }

/**
 * server → client `frames`: changes of at most 16 ms, one frame per changed room.
 * Rows are also removed on expiry, or above the room's limit.
 */
export interface RoomFrame<N extends RoomName = RoomName> {
  room: N
  rows: RoomRowTypes[N][]
  removed: string[]
  position: string
}

/**
 * server → client `pulse`, about once a second: the position that all rooms have reached.
 * It tells how fresh the rows are.
 * It also confirms commands that change no visible row.
 * The message `ended` precedes the end of the connection.
 */
export interface FeedHeartbeat {
  position: string
}
export interface FeedEnded {
  reason: 'restart' | 'signed-out'
}
