/** Tests that one client's feed load never delays others. */
import { once } from 'node:events'
import { get } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import type { RoomFrame } from '#contract/feed/feed.ts'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import { ROLES } from '#domain/city.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { createFeedClient } from './feed-client.ts'
import { type CityReader, type InProcessCity, openInProcessCity } from './in-process-city.ts'

/**
 * Creates a clock that the test advances.
 * A call of `pause` ends when the clock has advanced by the given time.
 */
function manualClock() {
  let elapsedMs = 0
  let pauses: { endsAt: number; end: () => void }[] = []
  return {
    now: () => elapsedMs,
    pause: (ms: number) =>
      new Promise<void>((end) => {
        if (ms > 0) pauses.push({ endsAt: elapsedMs + ms, end })
        else end()
      }),
    /** Returns the number of simulated pauses that have not ended. */
    pending: () => pauses.length,
    pass(ms: number) {
      elapsedMs += ms
      for (const { endsAt, end } of pauses) if (endsAt <= elapsedMs) end()
      pauses = pauses.filter(({ endsAt }) => endsAt > elapsedMs)
    },
  }
}

/** WebSocket's code for a connection that ended without a close frame. */
const ABNORMAL_CLOSURE = 1_006

let city: InProcessCity
let dispatcher: CityReader
let resident: CityReader
async function open(limitClock?: ReturnType<typeof manualClock>): Promise<void> {
  city = await openInProcessCity(limitClock)
  dispatcher = await city.reader('d1', 'dispatcher')
  resident = await city.reader('u1', 'resident')
}
afterEach(() => {
  vi.unstubAllGlobals()
  return city?.close()
})

/** Connects a client that speaks the wire protocol and records answers. */
async function connect({ token }: CityReader) {
  const socket = new WebSocket(`${city.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const client = {
    socket,
    answers: [] as string[],
    join: (body: object, id = 0) => {
      socket.send(`42${id}${JSON.stringify(['join', body])}`)
    },
  }
  socket.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    socket.on('message', (message) => {
      const said = String(message)
      // Answers the server's ping, or the server would close the socket after a while.
      if (said === '2') socket.send('3')
      else if (said.startsWith('0')) socket.send(`40${JSON.stringify({ token, version: FEED_VERSION })}`)
      else if (said.startsWith('40')) resolve()
      else if (said.startsWith('44')) reject(new Error(said))
      else if (said.startsWith('43')) client.answers.push(said)
    })
  })
  return client
}

/** Reports a bin and waits until another client receives it. */
async function reportReachesBoard(n: number): Promise<void> {
  const board = createFeedClient(city.url, dispatcher.token, ['active-reports'])
  await board.come()
  await city.happen(['report', n, 0])
  await eventually(() => expect(Object.keys(board.rows('active-reports'))).toContain(`r${n}`))
  board.leave()
}

it('a join after a position that is yet to come holds up no board, and gets everything without a wait (FD8)', async () => {
  const clock = manualClock()
  await open(clock)
  const neighbour = await connect(resident)
  for (let n = 0; n < 6; n++) neighbour.join({ room: 'my-reports', after: String(1_000_000 + n) }, n)
  await reportReachesBoard(1)
  await eventually(() => expect(neighbour.answers).toHaveLength(6))
  for (const answer of neighbour.answers) expect(answer).toMatch(/"snapshot":true.*"anew":true/)
  expect(clock.pending()).toBe(0)
  neighbour.socket.close()
})

it('a board whose log was put back to an earlier state shows that one, not what it remembers (FD8)', async () => {
  await open()
  await city.happen(['report', 0, 0])
  const neighbour = await connect(dispatcher)
  neighbour.join({ room: 'active-reports', after: '900' })
  await eventually(() => expect(neighbour.answers).toHaveLength(1))
  expect(neighbour.answers[0]).toContain('"id":"r0"')
  neighbour.socket.close()
})

it.each([
  ['joins', JSON.stringify(['join', { room: 'zones' }])],
  ['other events', JSON.stringify(['anything', 'x'.repeat(1_000)])],
])('who floods it with %s is cut, has to wait, and nobody else does (FD15)', async (_, said) => {
  const clock = manualClock()
  await open(clock)
  const flood = async ({ socket }: { socket: WebSocket }) => {
    const closed = once(socket, 'close')
    for (let n = 0; n < 500; n++) socket.send(`42${n}${said}`)
    await closed
  }
  const serveResident = async () => {
    const client = await connect(resident)
    client.join({ room: 'my-reports' })
    await eventually(() => expect(client.answers).toHaveLength(1))
    client.socket.close()
  }
  /**
   * Connects the client again.
   * Returns once the server delays the client's handshake.
   */
  const comeBack = async () => {
    // Waits until another client has joined.
    // `pending` then already counts all joins that were delayed before this reconnect.
    await serveResident()
    const before = clock.pending()
    const handshake = { settled: false, answer: connect(dispatcher) }
    const settle = () => {
      handshake.settled = true
    }
    handshake.answer.then(settle, settle)
    await eventually(() => expect(clock.pending()).toBe(before + 1))
    return handshake
  }
  await flood(await connect(dispatcher))
  // The server delays its answer, because the client reconnects immediately after any answer.
  const second = await comeBack()
  clock.pass(2_000)
  await serveResident()
  expect(second.settled).toBe(false)
  clock.pass(8_000)
  await flood(await second.answer)

  const third = await comeBack()
  clock.pass(4_000)
  await serveResident()
  expect(third.settled).toBe(false)
  clock.pass(1_000)
  await expect(third.answer).rejects.toThrow(/too many connections.*"waitMs":\d{5}/)
})

it('a board that comes and goes all the time, in many tabs, is never kept waiting', async () => {
  const clock = manualClock()
  await open(clock)
  for (let n = 0; n < 20; n++) {
    const tabs = await Promise.all(Array.from({ length: 10 }, () => connect(dispatcher)))
    for (const tab of tabs) for (let room = 0; room < 12; room++) tab.join({ room: 'zones' }, room)
    await eventually(() => expect(tabs.map(({ answers }) => answers.length)).toEqual(tabs.map(() => 12)))
    for (const { socket } of tabs) socket.terminate()
  }
  expect(clock.pending()).toBe(0)
})

it('who has 1,500 sockets gets no more, while others do', async () => {
  const clock = manualClock()
  await open(clock)
  for (let n = 0; n < 15; n++) await Promise.all(Array.from({ length: 100 }, () => connect(dispatcher)))
  await expect(connect(dispatcher)).rejects.toThrow(/too many connections.*"waitMs":60000/)
  await connect(resident)
})

it('who moves hundreds of sockets to other rooms, again and again, is cut', async () => {
  await open(manualClock())
  const sent = Array.from({ length: 40 }, (_, n): ['notify', number, number] => ['notify', 0, 2 * n])
  await city.happen(...sent)
  const sockets = await Promise.all(Array.from({ length: 100 }, () => connect(dispatcher)))
  for (const socket of sockets) socket.join({ room: 'notifications' })
  await eventually(() => expect(sockets.every(({ answers }) => answers.length === 1)).toBe(true))
  const last = sockets.at(-1)?.socket
  let moves = 0
  last?.on('message', (message) => (moves += Number(String(message).startsWith('42["frames"'))))
  for (let n = 1; n <= 40; n++) {
    await city.happen(['settings', ROLES.indexOf('dispatcher'), n])
    await eventually(() => expect(moves === n || last?.readyState === WebSocket.CLOSED).toBe(true))
  }
  expect(city.feed.connections()).toBe(0)
  const neighbour = await connect(resident)
  neighbour.join({ room: 'my-reports' })
  await eventually(() => expect(neighbour.answers).toHaveLength(1))
})

it('who says more than a handshake before it is answered is cut, and what came with it is not read', async () => {
  await open()
  const socket = new WebSocket(`${city.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  await once(socket, 'message')
  for (let n = 0; n < 40; n++) socket.send('42["join",{}]')
  await closed
  expect(city.feed.connections()).toBe(0)
})

it.each([
  ['pings', (socket: WebSocket) => socket.ping()],
  ['parts of a message', (socket: WebSocket) => socket.send('', { fin: false })],
])('who sends many %s is cut', async (_, send) => {
  await open(manualClock())
  const { socket } = await connect(dispatcher)
  const closed = once(socket, 'close')
  for (let n = 0; n < 40; n++) send(socket)
  await closed
  expect(city.feed.connections()).toBe(0)
})

/** Time in ms after which the WebSocket library itself ends a connection that answers no close. */
const LIBRARY_CLOSE_MS = 30_000
const NEVER_MS = 2 ** 31 - 1

it('who sends many messages after an invalid one, and answers no close, is cut', async () => {
  await open(manualClock())
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void, ms: number, ...args: []) =>
    setTimeout(run, ms === LIBRARY_CLOSE_MS ? NEVER_MS : ms, ...args),
  )
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
  }
  const asked = get(`${city.url}/socket.io/?EIO=4&transport=websocket`, { headers: upgrade })
  const [, socket] = (await once(asked, 'upgrade')) as [unknown, Socket]
  socket.on('error', () => undefined).resume()
  const closed = once(socket, 'close')
  const [text, length, key] = [0x81, 0x81, [0, 0, 0, 0]]
  const message = Buffer.from([text, length, ...key, 'x'.charCodeAt(0)])
  for (let n = 0; n < 40; n++) socket.write(message)
  await closed
  expect(city.feed.connections()).toBe(0)
})

it('who does not read is cut before much is kept for them (FD16)', async () => {
  await open()
  const everybody = Array.from({ length: 2_000 }, (_, n): ['report', number, number] => ['report', n, 0])
  await city.happen(...everybody)
  const slow = await connect(dispatcher)
  const before = city.feed.connections()
  slow.socket.pause()
  // Sends as many joins as are allowed.
  // Their answers exceed the network's buffers.
  for (let n = 0; n < 30; n++) slow.join({ room: 'active-reports' }, n)
  await eventually(() => expect(city.feed.connections()).toBe(before - 1))
  // The server cut this slow client's connection without a close frame.
  // Idle clients get one.
  const closed = once(slow.socket, 'close')
  slow.socket.resume()
  expect((await closed)[0]).toBe(ABNORMAL_CLOSURE)
})

it('a giant room comes whole, while others are told what changes (FD17)', async () => {
  await open()
  const crowd = Array.from({ length: 3_000 }, (_, n): ['report', number, number] => ['report', n + 10, 0])
  await city.happen(...crowd)
  const neighbour = await connect(dispatcher)
  for (let n = 0; n < 10; n++) neighbour.join({ room: 'active-reports' }, n)
  const mine = createFeedClient(city.url, resident.token, ['my-reports', 'my-zone'])
  await mine.come()
  expect(Object.keys(mine.rows('my-reports'))).toHaveLength(1_000)
  await eventually(() => expect(neighbour.answers.length).toBeGreaterThan(1))
  const frame: Partial<RoomFrame> = JSON.parse(/\{.*\}/.exec(neighbour.answers[0] ?? '')?.[0] ?? '{}')
  expect(frame.rows).toHaveLength(3_000)
  mine.leave()
  neighbour.socket.close()
})
