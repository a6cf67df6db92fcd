/** Tests the feed over real sockets, including failing reads. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FeedHeartbeat, RoomFrame } from '#contract/feed/feed.ts'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import { VIEW_VERSIONS } from '#contract/tables.ts'
import { createNotificationReadHandlers } from '../notifications/routes.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import { createCall, NOW, openProjectionsFixture, reportCollected, zone } from '../queries/fixtures.ts'
import { forgetErasedPersons } from '../queries/people.ts'
import { attachFeedServer, type FeedServer } from './feed.ts'

const PULSE_MS = 30

let reading: Awaited<ReturnType<typeof openProjectionsFixture>>
let feed: FeedServer
let board: Socket
let server: Server
/**
 * Dependencies that fail at present.
 * If `held` is set, a request waits for this promise before it fails.
 */
const away = { rows: false, vault: false }
let held: Promise<void> | undefined
/**
 * Number of log replacements so far.
 * `otherLog` has the listeners that are called when the log is replaced.
 */
let logNumber = 0
let otherLog: (() => void)[]
/**
 * Number of requests that were made to fail.
 * Requests that still wait for `held` are included.
 */
let failing = 0
const unlessAway =
  <Args extends unknown[], Answer>(what: keyof typeof away, work: (...args: Args) => Promise<Answer>) =>
  async (...args: Args): Promise<Answer> => {
    if (!away[what]) return work(...args)
    failing++
    await held
    throw new Error('away')
  }

beforeEach(() => start(PULSE_MS))
afterEach(stop)

async function start(pulseMs: number): Promise<void> {
  away.rows = away.vault = false
  failing = 0
  server = createServer()
  reading = await openProjectionsFixture()
  const { runner, sealer } = reading.reading
  logNumber = 0
  const rows = { ...runner.rows, find: unlessAway('rows', runner.rows.find) }
  const tokens = { verify: async () => ({ userId: 'd1', role: 'dispatcher' }) }
  otherLog = []
  const replaceable = {
    ...runner,
    rows,
    logNumber: () => logNumber,
    onOtherLog: (listener: () => void) => void otherLog.push(listener),
  }
  forgetErasedPersons(replaceable, sealer)
  attach({
    runner: replaceable,
    sealer: { ...sealer, open: unlessAway('vault', sealer.open) },
    tokens,
    pulseMs,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  board = open()
}

async function stop(): Promise<void> {
  board.disconnect()
  await feed.close()
  await reading.close()
}

/**
 * Waits for this many further `pulse` messages, which contain the feed's position.
 * The server sends no `pulse` to clients whose rows lag behind.
 */
async function pulses(count: number): Promise<void> {
  const idle = open()
  let came = 0
  idle.on('pulse', () => came++)
  await expect.poll(() => came).toBeGreaterThanOrEqual(count)
  idle.disconnect()
}

function open(language?: string): Socket {
  const { port } = server.address() as AddressInfo
  const auth = { token: 't', version: FEED_VERSION, language }
  return io(`http://127.0.0.1:${port}`, { transports: ['websocket'], auth, forceNew: true })
}

function attach(parts: object): void {
  const store = { head: async () => reading.log().length }
  feed = attachFeedServer(server, { ...reading.reading, ...parts, store } as never)
}

it('stays open if one of the listeners of its server has closed', async () => {
  await expect.poll(() => board.connected).toBe(true)
  server.emit('close')
  const { promise, resolve } = Promise.withResolvers<string>()
  board.once('disconnect', resolve)
  board.once('pulse', () => resolve('pulse'))
  expect(await promise).toBe('pulse')
})

it.each([
  ['the vault', 'vault'],
  ['the rows', 'rows'],
] as const)(
  'sends boards later what could not be read while %s did not answer, and no position before',
  async (_, what) => {
    const told: string[] = []
    board.on('frames', (frames: RoomFrame[]) => {
      for (const { room, rows } of frames) told.push(...rows.map(({ id }) => `${room} ${id}`))
    })
    const positions: number[] = []
    board.on('pulse', ({ position }: FeedHeartbeat) => positions.push(Number(position)))
    for (const room of ['active-reports', 'schedules'])
      expect(await board.emitWithAck('join', { room })).toMatchObject({ ok: true, rows: [] })
    away[what] = true
    const about = { scheduleId: 's1', vehicleId: 'T1', zone, cycle: 1, siteId: 'WS001', distance: 5 }
    const times = { scheduledStart: '2026-03-04T13:00:00.000Z', estimatedCompletion: '2026-03-04T14:00:00.000Z' }
    const scheduled = {
      ...about,
      ...times,
      reportsCount: 1,
      scheduledBy: 'd1',
      scheduledAt: '2026-03-04T12:00:00.000Z',
    }
    await reading.happened(await reading.reported('r1', 'ama'), {
      type: 'CollectionScheduled',
      data: scheduled,
    } as never)
    await pulses(3)
    expect(Math.max(...positions, 0)).toBe(0)
    away[what] = false
    await expect.poll(() => told.toSorted()).toEqual(['active-reports r1', 'schedules s1'])
    await expect.poll(() => Math.max(...positions)).toBe(2)
  },
)

it('holds up no board that is in none of the rooms that can’t be read', async () => {
  const other = open()
  const told = { board: 0, other: 0 }
  board.on('pulse', ({ position }: FeedHeartbeat) => (told.board = Number(position)))
  other.on('pulse', ({ position }: FeedHeartbeat) => (told.other = Number(position)))
  await board.emitWithAck('join', { room: 'active-reports' })
  await other.emitWithAck('join', { room: 'vehicles' })
  away.vault = true
  await reading.happened(await reading.reported('r1', 'ama'))
  await expect.poll(() => told.other).toBe(1)
  await pulses(2)
  expect(told.board).toBe(0)
  away.vault = false
  await expect.poll(() => told.board).toBe(1)
  other.disconnect()
})

it('lets nobody into a room as it was when it was last read', async () => {
  const other = open()
  expect(await board.emitWithAck('join', { room: 'schedules' })).toMatchObject({ ok: true })
  away.rows = true
  expect(await other.emitWithAck('join', { room: 'schedules' })).toMatchObject({ ok: false })
  away.rows = false
  expect(await other.emitWithAck('join', { room: 'schedules' })).toMatchObject({ ok: true })
  other.disconnect()
})

it('does not tell of a row as it was, after a failure, where it changed meanwhile', async () => {
  const told: unknown[] = []
  board.on('frames', (frames: RoomFrame[]) => {
    for (const { rows, removed } of frames) told.push([rows.map(({ id }) => id), removed])
  })
  await board.emitWithAck('join', { room: 'active-reports' })
  const gate = Promise.withResolvers<void>()
  held = gate.promise
  away.vault = true
  await reading.happened(await reading.reported('r1', 'ama'))
  await expect.poll(() => failing).toBeGreaterThan(0)
  await reading.happened(reportCollected('r1', 'ama'))
  held = undefined
  gate.resolve()
  await expect.poll(() => told).toEqual([[[], ['r1']]])
  away.vault = false
})

it('sends what comes one after the other in frames that last for 4 ms at least', async () => {
  await stop()
  // The server sends its log position only once an hour.
  // Rows thus come only in frames.
  await start(3_600_000)
  let frames = 0
  const ids: string[] = []
  board.on('frames', ([frame]: RoomFrame[]) => {
    frames += 1
    ids.push(...(frame?.rows.map(({ id }) => id) ?? []))
  })
  await board.emitWithAck('join', { room: 'active-reports' })
  const reports = await Promise.all(Array.from({ length: 200 }, (_, n) => reading.reported(`r${n}`, 'ama')))
  // Do not use `expect.poll` in this test: it advances the fake clock.
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  try {
    for (const report of reports) await reading.happened(report)
    // The server sends the first row at once, and the next frame at least 4 ms later.
    while (ids.length === 0) await turn()
    await vi.advanceTimersByTimeAsync(3)
    expect(frames).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    while (ids.length < 200) await turn()
    expect(frames).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

const settings = { darkMode: true, notifications: { route_alerts: false } }
it.each([
  ['moves to another room', { type: 'SettingsSaved', data: { userId: 'd1', settings, savedAt: NOW.toISOString() } }],
  ['may show an erased name', { type: 'AccountErased', data: { userId: 'ama', erasedAt: NOW.toISOString() } }],
])('cuts a board that %s while the rows can’t be read', async (_, event) => {
  await reading.happened(await reading.registered('d1', { role: 'dispatcher' }))
  expect(await board.emitWithAck('join', { room: 'notifications' })).toMatchObject({ ok: true })
  const { promise, resolve } = Promise.withResolvers<string>()
  board.once('disconnect', resolve)
  away.rows = true
  await reading.happened(event as never)
  expect(await promise).toBe('transport close')
  away.rows = false
  await expect.poll(() => board.connected).toBe(true)
})

it('cuts boards when the rows are those of another log, and takes them back with it (FD8)', async () => {
  await reading.happened(await reading.reported('r1', 'ama'), await reading.reported('r2', 'kofi'))
  const room = 'active-reports'
  const join = (message: object) => board.emitWithAck('join', { room, ...message })
  const before = await join({})
  expect(before).toMatchObject({ snapshot: true, position: '2' })
  const has = { after: before.position, log: before.log }
  expect(await join(has)).toMatchObject({ snapshot: false, rows: [] })

  const ended = new Promise((resolve) => board.once('ended', resolve))
  const cut = new Promise((resolve) => board.once('disconnect', resolve))
  logNumber = 1
  // Erases a person in the vault only.
  // The new log may contain the erasure before the events that this process reads.
  await reading.vault.erase('ama')
  for (const listener of otherLog) listener()
  expect(await ended).toEqual({ reason: 'restart' })
  await cut
  board = open()
  // The new log has at least as many events as the old log, so the position exists in both.
  const answer = await join(has)
  expect(answer).toMatchObject({ snapshot: true, anew: true })
  expect(answer.log).not.toBe(before.log)
  expect(answer.rows.map((row: { resident_name: string }) => row.resident_name).toSorted()).toEqual([
    'Erased resident',
    'Name kofi',
  ])
  expect(await join({ after: answer.position, log: answer.log })).not.toHaveProperty('anew')
})

it('sends all rows again to a board that has rows of another version of the view (FD8)', async () => {
  await reading.happened(await reading.reported('r1', 'ama'))
  const join = (message: object) => board.emitWithAck('join', { room: 'active-reports', ...message })
  const { position, log } = await join({})
  expect(await join({ after: position, log })).toMatchObject({ snapshot: false, rows: [] })
  const versions: Record<string, number> = VIEW_VERSIONS
  const before = { ...versions }
  versions.reports = before.reports! + 1
  try {
    const answer = await join({ after: position, log })
    expect(answer).toMatchObject({ snapshot: true, rows: [{ id: 'r1' }] })
    expect(answer).not.toHaveProperty('anew')
    expect(await join({ after: position, log: answer.log })).toMatchObject({ snapshot: false, rows: [] })
  } finally {
    Object.assign(versions, before)
  }
})

it('takes a board back that wants all of a room and shows more than the log has (FD8)', async () => {
  const join = (message: object) => board.emitWithAck('join', { room: 'active-reports', ...message })
  expect(await join({ seen: '99' })).toMatchObject({ snapshot: true, anew: true })
  expect(await join({ seen: '0' })).not.toHaveProperty('anew')
})

it('lets nobody in before the views have caught up, and everybody after', async () => {
  await stop()
  server = createServer()
  reading = await openProjectionsFixture()
  const ready = Promise.withResolvers<void>()
  const { runner, sealer } = reading.reading
  const verify = vi.fn(async () => ({ userId: 'd1', role: 'dispatcher' }))
  attach({ runner: { ...runner, ready: ready.promise }, sealer, tokens: { verify }, pulseMs: PULSE_MS })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  board = open()
  const asked = new Promise((resolve) => server.once('upgrade', resolve))
  await asked
  await pulsesPass()
  expect([board.connected, verify.mock.calls.length]).toEqual([false, 0])
  ready.resolve()
  await expect.poll(() => board.connected).toBe(true)

  /**
   * Waits until the server must have received the client's handshake.
   * The handshake follows the request that opens the WebSocket.
   */
  async function pulsesPass(): Promise<void> {
    await expect.poll(() => feed.connections()).toBe(1)
    for (let n = 0; n < 100; n++) await turn()
  }
})

it('shows two boards of one room their own languages, when they join and live', async () => {
  const sent = (notificationId: string) =>
    ({
      type: 'NotificationSent',
      data: {
        notificationId,
        audience: 'dispatcher',
        kind: 'security',
        text: { kind: 'bin-collected', values: { zone: 'Osu' } },
        metadata: {},
        sentAt: NOW.toISOString(),
      },
    }) as const
  const boards = { fr: open('fr'), en: board, xx: open('xx') }
  const live = new Map<string, unknown[]>()
  const joined: Record<string, unknown[]> = {}
  const titlesOf = (rows: readonly unknown[]) => rows.map((row) => (row as { title: string }).title)
  await reading.happened(sent('first'))
  for (const [language, socket] of Object.entries(boards)) {
    live.set(language, [])
    socket.on('frames', (frames: RoomFrame[]) =>
      live.get(language)?.push(...frames.flatMap(({ rows }) => titlesOf(rows))),
    )
    const answer = await socket.emitWithAck('join', { room: 'notifications' })
    joined[language] = titlesOf(answer.rows)
  }
  await reading.happened(sent('second'))
  await expect.poll(() => [...live.values()].every((titles) => titles.length > 0)).toBe(true)
  const polled = async (locale: 'fr' | 'en') => {
    const call = { ...createCall<'dispatcherNotifications'>('d1', 'dispatcher'), locale }
    const answer = await createNotificationReadHandlers().dispatcherNotifications?.(
      call as never,
      presentSnapshotOf(reading.reading),
    )
    return titlesOf((answer as { notifications: unknown[] }).notifications)
  }
  const english = { joined: ['Bin Collected'], live: ['Bin Collected'] }
  const shown = (language: string) => ({ joined: joined[language], live: live.get(language) })
  expect(shown('fr')).toEqual({ joined: ['Poubelle collectée'], live: ['Poubelle collectée'] })
  expect(shown('en')).toEqual(english)
  expect(shown('xx')).toEqual(english)
  expect(await polled('fr')).toEqual(['Poubelle collectée', 'Poubelle collectée'])
  expect(await polled('en')).toEqual(['Bin Collected', 'Bin Collected'])
  for (const socket of [boards.fr, boards.xx]) socket.disconnect()
})
