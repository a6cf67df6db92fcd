/**
 * Tests a store that plays a recording.
 * The moments of the recording may be requested in any order.
 */
import { describe, expect, it } from 'vitest'
import type { TourRecording } from '#contract/demo/tour-recording.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { getDemoDisabledReason, openRecordingPlayer } from './replay-store.ts'

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    recommendation: build.query(defineQuery('recommendation')),
    clearBurst: build.mutation(defineCommand('clearBurst')),
  }),
})

const user = { id: 'd1', name: 'Esi', email: '', role: 'dispatcher' as const, createdAt: '' }
const row = (id: string, count = 0) => ({ id, count })
const change = (rows: { id: string }[], removed: string[] = []) => ({ room: 'zones' as const, rows, removed })
const screens = {
  user,
  changes: [[change([row('a'), row('b')])], [change([row('a', 1)])], [change([row('c')], ['b'])]],
  answers: {
    '/auth/dispatch/recommendation?trucks=2': [
      [0, 'none'],
      [2, 'one'],
    ] as [number, unknown][],
  },
}
const tape: TourRecording = {
  scenes: [],
  moments: ['3', '5', '9'].map((position) => ({ time: '2026-03-04T12:00:00.000Z', position, scene: 0, ms: 1 })),
  screens: { dispatcher: screens, resident: screens, recycler: screens },
}

function open() {
  const taped = openRecordingPlayer(tape, 'dispatcher')
  taped.feed.watch('zones')
  const room = () =>
    (taped.store.getState() as { feed?: { rooms: { zones?: { rows: object; position: string } } } }).feed?.rooms.zones
  return { ...taped, rows: () => Object.values(room()?.rows ?? {}), room }
}

describe('the rooms of a tape', () => {
  it('go on as if live, and stand at once wherever else is gone', () => {
    const { show, rows, room } = open()
    show(0)
    expect(rows()).toEqual([row('a'), row('b')])
    show(1)
    show(2)
    expect(rows()).toEqual([row('a', 1), row('c')])
    show(0)
    expect(rows()).toEqual([row('a'), row('b')])
    expect(room()?.position).toBe('3')
    show(2)
    expect(rows()).toEqual([row('a', 1), row('c')])
  })

  it('stay as they are where the tape has no such moment', () => {
    const { show, rows } = open()
    show(1)
    show(3)
    show(-1)
    expect(rows()).toEqual([row('a', 1), row('b')])
  })
})

describe('the calls of a tape', () => {
  it('are answered as of the moment, and anew in one go with the rooms', async () => {
    const { store, show } = open()
    show(1)
    const asked = store.dispatch(endpoints.recommendation.initiate({ trucks: 2 }))
    expect((await asked).data).toBe('none')
    show(2)
    expect(endpoints.recommendation.select({ trucks: 2 })(store.getState()).data).toBe('one')
  })

  it('say so where the tape has no answer', async () => {
    const { store, show } = open()
    show(0)
    const { error } = await store.dispatch(endpoints.recommendation.initiate({ trucks: 1 }))
    expect(error).toMatchObject({ status: 404 })
  })

  it('send no command', async () => {
    const { store, show } = open()
    show(0)
    const body = { zone: 'Ayawaso West' } as never
    const { error } = await store.dispatch(endpoints.clearBurst.initiate({ body, key: 'k' } as never))
    expect(error).toEqual({ status: 405, message: getDemoDisabledReason() })
  })
})
