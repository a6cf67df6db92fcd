/** Tests that one message causes one store update, even with a thousand rows. */
import { configureStore } from '@reduxjs/toolkit'
import { expect, it } from 'vitest'
import { feedActions, feedSlice } from './slice.ts'

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
