/** Tests the feed's connection with a real socket.io server: gaps lose nothing. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { configureStore } from '@reduxjs/toolkit'
import { Server, type Socket as ServerSocket } from 'socket.io'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JoinRoomAnswer, JoinRoomRequest, RefusedHandshake, RoomFrame } from '#contract/feed/feed.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { type FeedConnection, type FeedSocket, openFeedConnection } from './connection.ts'
import { feedSlice } from './room.ts'

const report = (id: string) => ({
  id,
  userId: id,
  zone: 'Ayawaso West' as const,
  timestamp: '2026-01-05T08:00:00.000Z',
  status: 'new' as const,
})
const room = 'active-reports' as const
const frame = (position: string, id: string): RoomFrame => ({ room, rows: [report(id)], removed: [], position })

const store = configureStore({ reducer: { feed: feedSlice.reducer } })
const rows = () => Object.keys(store.getState().feed.rooms[room]?.rows ?? {})
const signedOut = vi.fn()
let server: Server
let feed: FeedConnection
let joins: JoinRoomRequest[]
let answer: (socket: ServerSocket, join: JoinRoomRequest) => JoinRoomAnswer

beforeEach(async () => {
  joins = []
  answer = () => ({ ok: true, room, snapshot: true, rows: [report('a')], removed: [], position: '5' })
  const http = createServer()
  server = new Server(http, { transports: ['websocket'] })
  server.on('connection', (socket) =>
    socket.on('join', (join: JoinRoomRequest, acknowledge: (answer: JoinRoomAnswer) => void) => {
      joins.push(join)
      acknowledge(answer(socket, join))
    }),
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const socket = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: 10,
  })
  // Limit of silence: one hour, because this test server sends no messages by itself.
  feed = openFeedConnection({
    socket: socket as FeedSocket,
    store,
    poll: async () => null,
    signedOut,
    silenceMs: 3_600_000,
  })
  feed.watch(room)
})

afterEach(async () => {
  feed.close()
  await server.close()
})

it('comes back no sooner than the server said that it is worth it (FD15)', async () => {
  await eventually(() => expect(rows()).toEqual(['a']))
  const tried: number[] = []
  const refused = Object.assign(new Error('too many connections'), {
    data: { waitMs: 3_500 } satisfies RefusedHandshake,
  })
  server.use((_socket, next) => {
    tried.push(Date.now())
    next(tried.length === 1 ? refused : undefined)
  })
  server.disconnectSockets(true)
  await eventually(() => expect(tried).toHaveLength(2))
  const [refusedAt = 0, cameBackAt] = tried
  expect(cameBackAt).toBeGreaterThanOrEqual(refusedAt + 3_500)
  await eventually(() => expect(store.getState().feed.phase).toBe('live'))
  expect(signedOut).not.toHaveBeenCalled()
})

const YEAR_MS = 365 * 86_400_000
describe('with a clock that is set back by a year', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('comes back after a refusal when the server said', async () => {
    await eventually(() => expect(rows()).toEqual(['a']))
    let tries = 0
    const refused = Object.assign(new Error('too many connections'), { data: { waitMs: 1 } satisfies RefusedHandshake })
    server.use((_socket, next) => {
      tries += 1
      if (tries > 1) return next()
      next(refused)
    })
    server.disconnectSockets(true)
    await eventually(() => expect(store.getState().feed.phase).not.toBe('live'))
    await eventually(() => expect(tries).toBe(1))
    vi.setSystemTime(Date.now() - YEAR_MS)
    await eventually(() => expect(store.getState().feed.phase).toBe('live'))
  })

  it('takes the connection for silent, and asks again', async () => {
    await eventually(() => expect(rows()).toEqual(['a']))
    vi.setSystemTime(Date.now() - YEAR_MS)
    await eventually(() => expect(joins.length).toBeGreaterThan(1))
    await eventually(() => expect(store.getState().feed.phase).toBe('live'))
  })
})

it('shows a frame that was sent before the join was answered (FD9)', async () => {
  answer = (socket) => {
    socket.emit('frames', [frame('6', 'b')])
    return { ok: true, room, snapshot: true, rows: [report('a')], removed: [], position: '5' }
  }
  await eventually(() => expect(rows()).toEqual(['a', 'b']))
})

it('resumes after the position of the last pulse when the connection comes back (FC4)', async () => {
  await eventually(() => expect(rows()).toEqual(['a']))
  server.emit('pulse', { position: '9' })
  await eventually(() => expect(store.getState().feed.rooms[room]?.position).toBe('9'))
  answer = () => ({ ok: true, room, snapshot: false, rows: [report('c')], removed: [], position: '12' })
  for (const socket of server.sockets.sockets.values()) socket.conn.close()
  await eventually(() => expect(rows()).toEqual(['a', 'c']))
  expect(joins).toEqual([{ room }, { room, after: '9' }])
  expect(store.getState().feed.phase).toBe('live')
})

it('gives a position up that does not come within 10 s, and knows one that came with a row or a pulse (FC5)', async () => {
  await eventually(() => expect(rows()).toEqual(['a']))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  try {
    const never = feed.arrived(room, '100')
    await vi.advanceTimersByTimeAsync(9_999)
    const late = feed.arrived(room, '100')
    await vi.advanceTimersByTimeAsync(1)
    expect(await never).toBe(false)
    store.dispatch(feedSlice.actions.framesCame({ frames: [frame('100', 'z')], at: 0 }))
    expect(await late).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

it('signs out when the server says that the session has ended', async () => {
  await eventually(() => expect(rows()).toEqual(['a']))
  server.emit('ended', { reason: 'signed-out' })
  await eventually(() => expect(signedOut).toHaveBeenCalledOnce())
})
