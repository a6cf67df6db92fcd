/**
 * State of each feed room, and the Redux slice with all rooms.
 * Pure functions apply join responses, row changes (frames), position messages (pulses), polls.
 * Messages older than the rows have no effect.
 */

import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit'
import type { JoinRoomAnswer, RoomFrame, RoomRowTypes } from '#contract/feed/feed.ts'
import { comparePositions } from '#contract/feed/protocol.ts'
import { feedRooms, type RoomName } from '#contract/feed/rooms.ts'
import { lookUp } from '#domain/dictionary.ts'

export interface FeedRow {
  id: string
}

export interface FeedRoomState<R extends FeedRow = FeedRow> {
  /** 'joining' until the server has answered the join on this connection. */
  phase: 'joining' | 'joined' | 'refused'
  loaded: boolean
  rows: Record<string, R>
  /**
   * Log position up to which the rows are current.
   * Null before the first response.
   */
  position: string | null
  /** Id of the log to which `position` belongs, from the server's last response. */
  log?: number | undefined
  /**
   * Messages that arrived before the response to the room's join request.
   * They are applied after the response.
   */
  early: RoomFrame[]
  /**
   * Time (epoch ms) of each row's last live change, for the highlight.
   * Old entries are removed.
   */
  arrivals: Record<string, number>
  /**
   * Why the rows of a feed room cannot be shown: the server's text, or '' without a text.
   * Null if the rows can be shown.
   */
  error: string | null
}

/** How long a new or changed row stays highlighted, in ms. */
export const HIGHLIGHT_MS = 2_000

export const emptyFeedRoom: FeedRoomState = {
  phase: 'joining',
  loaded: false,
  rows: {},
  position: null,
  early: [],
  arrivals: {},
  error: null,
}

/** Returns whether the room's rows include all events up to `position`. */
export function hasReached(room: FeedRoomState | undefined, position: string): boolean {
  return Boolean(room?.position) && comparePositions(room!.position!, position) >= 0
}

/**
 * Applies the server's response after joining a feed room.
 * A snapshot replaces the room's rows; a delta changes them.
 * Ignores a response older than the rows, unless `anew` is set.
 * `anew` means that the server's log was replaced or shortened.
 */
export function applyJoinAnswer(room: FeedRoomState, answer: JoinRoomAnswer, at: number): FeedRoomState {
  if (!answer.ok) return { ...room, phase: 'refused', early: [], error: answer.message }
  const joined: FeedRoomState = { ...room, phase: 'joined', loaded: true, early: [], error: null }
  const { rows, removed, position, log, anew } = answer
  const current =
    isOlder(position, room) && !anew
      ? joined
      : answer.snapshot
        ? { ...joined, rows: byId(rows), position, log }
        : withChanges({ ...joined, log }, rows, removed, position, at)
  return room.early.reduce((next, frame) => applyFrame(next, frame, at), current)
}

/**
 * Applies changed rows.
 * Stores a frame that arrives before the join's response.
 * Drops an older frame.
 */
export function applyFrame(room: FeedRoomState, frame: RoomFrame, at: number): FeedRoomState {
  if (room.phase === 'joining') return { ...room, early: [...room.early, frame] }
  if (room.phase === 'refused' || isOlder(frame.position, room)) return room
  return withChanges(room, frame.rows, frame.removed, frame.position, at)
}

/**
 * Advances the position of a room.
 * The server has confirmed that the room's rows are up to date at this position.
 */
export function applyHeartbeat(room: FeedRoomState, position: string): FeedRoomState {
  if (room.phase !== 'joined' || isOlder(position, room)) return room
  return { ...room, position }
}

/** Applies a snapshot that was fetched while the socket was down. */
export function applyPollSnapshot(room: FeedRoomState, rows: FeedRow[], position: string, at: number): FeedRoomState {
  if (isOlder(position, room)) return { ...room, error: null }
  const fresh = room.loaded ? rows.filter((row) => !lookUp(room.rows, row.id)) : []
  return { ...room, loaded: true, rows: byId(rows), position, arrivals: withArrivals(room, fresh, at), error: null }
}

/**
 * Records that a poll of the room failed.
 * The rows remain.
 */
export function applyPollFailure(room: FeedRoomState, message: string): FeedRoomState {
  return { ...room, error: message }
}

/**
 * Records the loss of the connection; the rows stay.
 * Frames of the next connection wait for its join response.
 */
export function applyDisconnect(room: FeedRoomState): FeedRoomState {
  return { ...room, phase: 'joining', early: [] }
}

function isOlder(position: string, room: FeedRoomState): boolean {
  return room.position !== null && comparePositions(position, room.position) < 0
}

function withChanges(
  room: FeedRoomState,
  rows: readonly FeedRow[],
  removed: readonly string[],
  position: string,
  at: number,
): FeedRoomState {
  const next = { ...room.rows, ...byId(rows) }
  for (const id of removed) delete next[id]
  return { ...room, rows: next, position, arrivals: withArrivals(room, rows, at) }
}

function withArrivals(room: FeedRoomState, rows: readonly FeedRow[], at: number): Record<string, number> {
  const recent = Object.entries(room.arrivals).filter(([, since]) => at - since < HIGHLIGHT_MS)
  return { ...Object.fromEntries(recent), ...Object.fromEntries(rows.map(({ id }) => [id, at])) }
}

function byId(rows: readonly FeedRow[]): Record<string, FeedRow> {
  return Object.fromEntries(rows.map((row) => [row.id, row]))
}

type RowOrder<R> = (a: R, b: R) => number
type RowFields = Record<string, string>

const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function rowOrderOf(by: Readonly<Record<string, 1 | -1>>): RowOrder<RowFields> {
  const [[field, direction] = ['id', 1]] = Object.entries(by)
  return (a, b) =>
    ascending(lookUp(a, field) as string, lookUp(b, field) as string) * direction ||
    ascending(a.id as string, b.id as string)
}

/** Sort order of the rows in each feed room: by the room's order field, then by id. */
export const roomRowOrders = Object.fromEntries(
  Object.entries(feedRooms).map(([name, room]) => [name, rowOrderOf(room.order)]),
) as unknown as { [N in RoomName]: RowOrder<RoomRowTypes[N]> }

// The Redux slice of the feed.
// Each message causes one dispatch.

/**
 * Phase of the connection, as screens show it.
 * 'polling': the socket is down, and rows are polled.
 * 'offline': polling fails too.
 * 'past' and 'demo' are replays.
 */
export type ConnectionPhase = 'connecting' | 'live' | 'reconnecting' | 'polling' | 'offline' | 'past' | 'demo'

export interface FeedState {
  phase: ConnectionPhase
  /** Time (epoch ms) of the server's last message; null before it. */
  heardAt: number | null
  rooms: Partial<Record<RoomName, FeedRoomState>>
}

const initialState: FeedState = { phase: 'connecting', heardAt: null, rooms: {} }

interface Timed {
  at: number
}

/** Changes a feed room without Immer's draft, which would wrap thousands of rows one by one. */
function changeRoom(state: FeedState, name: RoomName, next: (room: FeedRoomState) => FeedRoomState) {
  const room = (original(state) as FeedState | undefined)?.rooms[name] ?? emptyFeedRoom
  state.rooms[name] = next(room)
}

export const feedSlice = createSlice({
  name: 'feed',
  initialState,
  reducers: {
    phaseChanged(state, { payload }: PayloadAction<{ phase: ConnectionPhase } & Timed>) {
      state.phase = payload.phase
      if (payload.phase === 'live') state.heardAt = payload.at
    },
    roomWatched(state, { payload }: PayloadAction<RoomName>) {
      state.rooms[payload] ??= emptyFeedRoom
    },
    joinAnswered(state, { payload }: PayloadAction<{ room: RoomName; answer: JoinRoomAnswer } & Timed>) {
      state.heardAt = payload.at
      changeRoom(state, payload.room, (room) => applyJoinAnswer(room, payload.answer, payload.at))
    },
    framesCame(state, { payload: { frames, at } }: PayloadAction<{ frames: RoomFrame[] } & Timed>) {
      state.heardAt = at
      for (const frame of frames) changeRoom(state, frame.room, (room) => applyFrame(room, frame, at))
    },
    pulseCame(state, { payload }: PayloadAction<{ position: string } & Timed>) {
      state.heardAt = payload.at
      for (const name of roomNames(state)) changeRoom(state, name, (room) => applyHeartbeat(room, payload.position))
    },
    polled(state, { payload }: PayloadAction<{ room: RoomName; rows: FeedRow[]; position: string } & Timed>) {
      state.heardAt = payload.at
      changeRoom(state, payload.room, (room) => applyPollSnapshot(room, payload.rows, payload.position, payload.at))
    },
    pollFailed(state, { payload }: PayloadAction<{ room: RoomName; message: string }>) {
      changeRoom(state, payload.room, (room) => applyPollFailure(room, payload.message))
    },
    disconnected(state) {
      for (const name of roomNames(state)) changeRoom(state, name, applyDisconnect)
    },
    reset: () => initialState,
  },
})

function roomNames(state: FeedState): RoomName[] {
  return Object.keys(state.rooms) as RoomName[]
}

export const feedActions = feedSlice.actions
