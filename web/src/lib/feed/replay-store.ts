/**
 * A store for replays.
 * Reads return rows of its moment, commands are refused, and all rooms change together.
 * A separate store keeps live and past rows apart, since they share no cache.
 */
import { createAction } from '@reduxjs/toolkit'
import { copyWithStructuralSharing } from '@reduxjs/toolkit/query'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { CallMiddleware } from '#web/lib/api/api.ts'
import { momentSlice, replayMiddleware } from '#web/lib/api/moment.ts'
import { createStore, rootReducer, type Store } from '#web/lib/api/store.ts'
import { emptyRoom, type Row } from './room.ts'
import { type FeedState, feedSlice, type Phase } from './slice.ts'

/** Past rows of a room. */
export interface ReplayedRoom {
  name: RoomName
  rows: Row[]
  position: string
}

export const replayed = createAction<readonly ReplayedRoom[]>('feed/replayed')

/** Phases of a replay. */
type ReplayPhase = Extract<Phase, 'past' | 'demo'>

/** Replaces the rows of rooms; equal rows stay the same objects. */
function withRooms(feed: FeedState, rooms: readonly ReplayedRoom[], phase: ReplayPhase): FeedState {
  const changed = rooms.map(({ name, rows, position }) => {
    const before = feed.rooms[name] ?? emptyRoom
    const byId = Object.fromEntries(rows.map((row) => [row.id, row]))
    const shared = copyWithStructuralSharing(before.rows, byId)
    return [name, { ...before, phase: 'joined', loaded: true, rows: shared, position, error: null }]
  })
  return { ...feed, phase, rooms: { ...feed.rooms, ...Object.fromEntries(changed) } }
}

/**
 * Creates the store.
 * `through` serves its reads; by default the server at the given moment.
 */
export function createReplayStore(through: CallMiddleware = replayMiddleware, phase: ReplayPhase = 'past'): Store {
  const reducer = rootReducer.inject(feedSlice).inject(momentSlice)
  const replaying = (state: ReturnType<typeof reducer> | undefined, action: { type: string }) => {
    const next = reducer(state, action)
    return replayed.match(action) && next.feed ? { ...next, feed: withRooms(next.feed, action.payload, phase) } : next
  }
  return createStore(Object.assign(replaying, rootReducer) as unknown as typeof rootReducer, through)
}
