/**
 * Tests that a feed room in the browser never returns to an older state.
 * It also loses no frame that arrives before the answer to its join request.
 */

import { configureStore } from '@reduxjs/toolkit'
import { describe, expect, it } from 'vitest'
import type { JoinRoomAnswer, RoomFrame } from '#contract/feed/feed.ts'
import * as fold from './room.ts'
import { feedActions, feedSlice } from './room.ts'

const report = (id: string, status: 'new' | 'collected' = 'new') => ({
  id,
  userId: `user-${id}`,
  zone: 'Ablekuma North' as const,
  timestamp: '2026-01-05T08:00:00.000Z',
  status,
})
const frame = (position: string, rows: string[], removed: string[] = []): RoomFrame => ({
  room: 'active-reports',
  rows: rows.map((id) => report(id)),
  removed,
  position,
})
const answer = (position: string, rows: string[], snapshot = true): JoinRoomAnswer => ({
  ok: true,
  room: 'active-reports',
  snapshot,
  rows: rows.map((id) => report(id)),
  removed: [],
  position,
})
const joined = (position: string, ...rows: string[]) =>
  fold.applyJoinAnswer(fold.emptyFeedRoom, answer(position, rows), 0)
const ids = (room: fold.FeedRoomState) => Object.keys(room.rows)

describe('a room', () => {
  it('holds the snapshot and its position', () => {
    const room = joined('9', 'a', 'b')
    expect(ids(room)).toEqual(['a', 'b'])
    expect(room).toMatchObject({ phase: 'joined', loaded: true, position: '9', arrivals: {} })
  })

  it('keeps frames that outrun the answer and applies those that are newer (FD9)', () => {
    const waiting = fold.applyFrame(fold.applyFrame(fold.emptyFeedRoom, frame('8', ['old']), 0), frame('10', ['c']), 0)
    expect(ids(waiting)).toEqual([])
    expect(ids(fold.applyJoinAnswer(waiting, answer('9', ['a']), 0))).toEqual(['a', 'c'])
  })

  it('ignores a frame, a pulse, an answer and a poll that are older than its rows (FD14)', () => {
    const room = joined('100', 'a')
    expect(fold.applyFrame(room, frame('99', [], ['a']), 0)).toBe(room)
    expect(fold.applyHeartbeat(room, '99')).toBe(room)
    expect(ids(fold.applyJoinAnswer(fold.applyDisconnect(room), answer('20', ['z']), 0))).toEqual(['a'])
    expect(ids(fold.applyPollSnapshot(room, [report('z')], '99', 0))).toEqual(['a'])
  })

  it('goes back where the log itself did, and only then (FD8)', () => {
    const away = fold.applyDisconnect(joined('100', 'a', 'b'))
    const back = fold.applyJoinAnswer(away, { ...answer('20', ['z']), anew: true } as JoinRoomAnswer, 0)
    expect(ids(back)).toEqual(['z'])
    expect(ids(fold.applyFrame(back, frame('21', ['y']), 0))).toEqual(['z', 'y'])
    expect(fold.applyJoinAnswer(away, { ...answer('20', ['z']), log: 3, anew: true } as JoinRoomAnswer, 0).log).toBe(3)
  })

  it('compares positions as numbers, not as text', () => {
    expect(fold.hasReached(joined('10'), '9')).toBe(true)
    expect(fold.hasReached(joined('9'), '10')).toBe(false)
    expect(fold.hasReached(undefined, '1')).toBe(false)
  })

  it('adds, replaces and removes rows in one frame and marks what arrived', () => {
    const room = fold.applyFrame(joined('1', 'a', 'b'), frame('2', ['c'], ['a']), 500)
    expect(ids(room)).toEqual(['b', 'c'])
    expect(room.arrivals).toEqual({ c: 500 })
    expect(fold.applyFrame(room, frame('3', []), 500 + fold.HIGHLIGHT_MS).arrivals).toEqual({})
  })

  it('keeps its rows while the connection is away and continues with what it missed', () => {
    const away = fold.applyDisconnect(joined('5', 'a'))
    expect(ids(away)).toEqual(['a'])
    expect(fold.applyHeartbeat(away, '7').position).toBe('5')
    expect(ids(fold.applyJoinAnswer(away, answer('8', ['b'], false), 0))).toEqual(['a', 'b'])
  })

  it('moves on with the pulse, so that a change that touches no row of it has arrived (FD13)', () => {
    expect(fold.hasReached(fold.applyHeartbeat(joined('5'), '6'), '6')).toBe(true)
  })

  it('takes a poll as the whole, marking what is new to a room that had rows', () => {
    const room = fold.applyPollSnapshot(joined('5', 'a'), [report('b')], '6', 900)
    expect(ids(room)).toEqual(['b'])
    expect(room.arrivals).toEqual({ b: 900 })
    expect(fold.applyPollSnapshot(fold.emptyFeedRoom, [report('b')], '6', 900).arrivals).toEqual({})
  })

  it('says why it may not be joined, and keeps what it shows when a poll fails', () => {
    expect(fold.applyJoinAnswer(fold.emptyFeedRoom, { ok: false, message: 'Not allowed' }, 0).error).toBe('Not allowed')
    expect(ids(fold.applyPollFailure(joined('5', 'a'), 'offline'))).toEqual(['a'])
  })
})

it.each(['constructor', 'toString', '__proto__'])('takes a row called %s for what it is: a new one', (id) => {
  const rows = [report('a'), report(id)]
  const room = fold.applyPollSnapshot(joined('9', 'a'), rows, '10', 0)
  expect(Object.keys(room.arrivals)).toEqual([id])
  expect(ids(fold.applyFrame(room, frame('11', [id]), 0))).toEqual(['a', id])
  expect(ids(fold.applyFrame(room, frame('11', [], [id]), 0))).toEqual(['a'])
})

/** Tests that one feed message changes the store only once, even with 1,000 rows. */
const store = () =>
  configureStore({
    reducer: { feed: feedSlice.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }),
  })
const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `r${n}`,
    userId: `u${n}`,
    zone: 'Ayawaso West' as const,
    timestamp: '2026-01-05T08:00:00.000Z',
    status: 'new' as const,
  }))

it('shows a frame of 1,000 rows as one change', () => {
  const { dispatch, getState, subscribe } = store()
  const room = 'active-reports' as const
  dispatch(feedActions.roomWatched(room))
  dispatch(
    feedActions.joinAnswered({
      room,
      at: 0,
      answer: { ok: true, room, snapshot: true, rows: [], removed: [], position: '1' },
    }),
  )
  let renders = 0
  subscribe(() => renders++)
  dispatch(feedActions.framesCame({ frames: [{ room, rows: rows(1_000), removed: [], position: '2' }], at: 5 }))
  expect(renders).toBe(1)
  expect(Object.keys(getState().feed.rooms[room]!.rows)).toHaveLength(1_000)
  expect(getState().feed.heardAt).toBe(5)
})

it('moves only joined rooms on with a pulse and forgets everything when closed', () => {
  const { dispatch, getState } = store()
  dispatch(feedActions.roomWatched('zones'))
  dispatch(feedActions.phaseChanged({ phase: 'live', at: 1 }))
  dispatch(feedActions.pulseCame({ position: '7', at: 2 }))
  expect(getState().feed).toMatchObject({ phase: 'live', heardAt: 2, rooms: { zones: { position: null } } })
  dispatch(feedActions.reset())
  expect(getState().feed).toEqual({ phase: 'connecting', heardAt: null, rooms: {} })
})
