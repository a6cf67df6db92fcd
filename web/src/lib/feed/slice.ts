/**
 * Redux slice of the feed: phase of the connection, time of its last message, and the state of each room.
 * Each message causes one dispatch.
 */
import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit'
import type { JoinRoomAnswer, RoomFrame } from '#contract/feed/feed.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import * as fold from './room.ts'

/**
 * Phase of the connection, as screens show it.
 * 'polling': the socket is down, and rows are polled.
 * 'offline': polling fails too.
 * 'past' and 'demo' are replays.
 */
export type ConnectionPhase = 'connecting' | 'live' | 'reconnecting' | 'polling' | 'offline' | 'past' | 'demo'

export interface FeedState {
  phase: ConnectionPhase
  /** Time (epoch ms) of the server's last message; null before the first. */
  heardAt: number | null
  rooms: Partial<Record<RoomName, fold.Room>>
}

const initialState: FeedState = { phase: 'connecting', heardAt: null, rooms: {} }

interface At {
  at: number
}

/** Changes a room outside Immer's draft, because Immer would wrap thousands of rows one by one. */
function change(state: FeedState, name: RoomName, next: (room: fold.Room) => fold.Room) {
  const room = (original(state) as FeedState | undefined)?.rooms[name] ?? fold.emptyFeedRoom
  state.rooms[name] = next(room)
}

export const feedSlice = createSlice({
  name: 'feed',
  initialState,
  reducers: {
    phaseChanged(state, { payload }: PayloadAction<{ phase: ConnectionPhase } & At>) {
      state.phase = payload.phase
      if (payload.phase === 'live') state.heardAt = payload.at
    },
    roomWatched(state, { payload }: PayloadAction<RoomName>) {
      state.rooms[payload] ??= fold.emptyFeedRoom
    },
    joinAnswered(state, { payload }: PayloadAction<{ room: RoomName; answer: JoinRoomAnswer } & At>) {
      state.heardAt = payload.at
      change(state, payload.room, (room) => fold.applyJoinAnswer(room, payload.answer, payload.at))
    },
    framesCame(state, { payload: { frames, at } }: PayloadAction<{ frames: RoomFrame[] } & At>) {
      state.heardAt = at
      for (const frame of frames) change(state, frame.room, (room) => fold.applyFrame(room, frame, at))
    },
    pulseCame(state, { payload }: PayloadAction<{ position: string } & At>) {
      state.heardAt = payload.at
      for (const name of names(state)) change(state, name, (room) => fold.applyHeartbeat(room, payload.position))
    },
    polled(state, { payload }: PayloadAction<{ room: RoomName; rows: fold.Row[]; position: string } & At>) {
      state.heardAt = payload.at
      change(state, payload.room, (room) => fold.applyPollSnapshot(room, payload.rows, payload.position, payload.at))
    },
    pollFailed(state, { payload }: PayloadAction<{ room: RoomName; message: string }>) {
      change(state, payload.room, (room) => fold.applyPollFailure(room, payload.message))
    },
    disconnected(state) {
      for (const name of names(state)) change(state, name, fold.applyDisconnect)
    },
    reset: () => initialState,
  },
})

function names(state: FeedState): RoomName[] {
  return Object.keys(state.rooms) as RoomName[]
}

export const feedActions = feedSlice.actions
