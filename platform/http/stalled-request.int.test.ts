/**
 * Tests that stalled requests are answered or cut, which frees connections.
 * Connections that send thousands of requests or chunks are cut.
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Principal, Tokens } from '../auth/tokens.ts'
import { createLog } from '../logging.ts'
import { type Handlers, mountApi } from './api.ts'
import { MAX_OPEN_REQUESTS, spreadRequests } from './requests.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'

const SOON_MS = 100
const log = createLog('test', 'silent')
const tokens = {
  verify: async (userId: string) => ({ userId, role: 'dispatcher' }) as Principal,
} as Tokens

let server: Server
let port: number
let healthReads = 0
const sockets: Socket[] = []
/** Starts the server; `stillMs` is its time limit of stalled requests. */
async function start(stillMs?: number): Promise<void> {
  healthReads = 0
  const handlers: Handlers = {
    archiveVehicle: async () => ({ message: 'Archived', position: 1 }),
    refuel: async () => ({}) as never,
  }
  server = createHttpServer({
    log,
    ...(stillMs && { stillMs }),
    health: () => {
      healthReads++
      return { status: 'ok', version: '', position: '0', lag: {} }
    },
    mount: (app) =>
      mountApi(app, handlers, { tokens, log, fingerprintKey: new Uint8Array(8), ...(stillMs && { stillMs }) }),
  })
  port = await listenOnPort(server, 0, '127.0.0.1')
}
beforeEach(() => start(SOON_MS))
afterEach(async () => {
  vi.restoreAllMocks()
  for (const socket of sockets.splice(0)) socket.destroy()
  await closeServer(server, 0)
})

/** Opens a connection; `statuses` returns those of all answers so far. */
function openConnection() {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let answers = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    answers += part
  })
  // Ignore the reset of a cut connection.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  const statuses = () => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)
  return { socket, closed, statuses }
}

/**
 * Sends bytes.
 * Returns the statuses of all answers after the server has closed the connection.
 */
async function sendAll(text: string): Promise<string[]> {
  const { socket, closed, statuses } = openConnection()
  socket.write(text)
  await closed
  return statuses()
}

/**
 * Sends an incomplete request.
 * Returns the status of the answer.
 */
async function sendHalf(head: string): Promise<string | undefined> {
  const [status] = await sendAll(`${head}\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"vehicle_id":`)
  return status
}

it.each([
  ['a command', 'POST /api/fuel/vehicles/refuel HTTP/1.1\r\nAuthorization: Bearer d1', '408'],
  [
    'a command without a body of its own',
    'POST /api/fuel/vehicles/T1/archive HTTP/1.1\r\nAuthorization: Bearer d1',
    '408',
  ],
  ['what nobody may send without a session', 'POST /api/fuel/vehicles/refuel HTTP/1.1', '401'],
  ['what there is not', 'POST /api/nothing HTTP/1.1', '404'],
  ['a read with a body', 'GET /health HTTP/1.1', '200'],
])('%s', async (_, head, status) => expect(await sendHalf(head)).toBe(status))

it('waits for headers, requests and readers of answers no longer than anybody needs', () => {
  expect(server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 240_000, timeout: 240_000 })
})

it('answers few of the requests that a connection sends at once, and cuts it', async () => {
  await sendAll('GET /health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
  expect(healthReads).toBeLessThanOrEqual(MAX_OPEN_REQUESTS)
  await sendAll('GET /health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000))
  expect(healthReads).toBeLessThanOrEqual(2 * MAX_OPEN_REQUESTS)
})

it.each([
  ['requests without a host', 'GET /health HTTP/1.1\r\n\r\n'.repeat(1_000)],
  ['requests with an expectation', 'GET /health HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n'.repeat(1_000)],
  [
    'chunks of one byte',
    `POST /api/fuel/vehicles/refuel HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(300)}`,
  ],
])('cuts a connection that sends far too many %s', async (_what, text) => {
  // Node itself answers the zeros that replace the rest with 400.
  expect(await sendAll(text)).not.toContain('401')
  expect((await sendAll(text)).length).toBeLessThanOrEqual(1)
})

it('answers a request whose body has far too many blank lines, so that no proxy repeats it', async () => {
  const body = '\r\n'.repeat(200)
  const head = `POST /api/fuel/vehicles/refuel HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`
  expect(await sendAll(head + body)).toEqual(['400'])
})

it('cuts a late body without another answer, which could reach the next request', async () => {
  const { socket, closed, statuses } = openConnection()
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n')
  await once(socket, 'data')
  socket.write('\r\n'.repeat(200))
  await closed
  expect(statuses()).toEqual(['200'])
})

it('cuts a connection with far too many chunks also after a long silence', async () => {
  const { now } = performance
  let silentMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    silentMs += 60_000
    return now.call(performance) + silentMs
  })
  const head = 'POST /api/fuel/vehicles/refuel HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  expect(await sendAll(head + '1\r\nx\r\n'.repeat(300))).not.toContain('401')
})

it.each<[string, string, string[], string?]>([
  ['answers who asks for HTTP/2 as usual', 'h2c', ['200']],
  ['answers who asks for a WebSocket at another path as usual', 'websocket', ['200']],
  ['cuts who asks for the WebSocket of a feed that it does not have', 'websocket', [], '/socket.io/'],
])('%s', async (_, protocol, statuses, path = '/health') => {
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\n`
  expect(await sendAll(`${head}Upgrade: ${protocol}\r\n\r\n`)).toEqual(statuses)
})

it('answers a request with thousands of lines in its body', async () => {
  const body = `{${' \r\n'.repeat(5_000)}}`
  const head = 'POST /api/fuel/vehicles/refuel HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'
  expect(await sendAll(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)).toEqual(['401'])
})

it('answers requests of a connection one after the other, with bodies in usual chunks', async () => {
  const chunk = `${(4_096).toString(16)}\r\n${' '.repeat(4_096)}\r\n`
  const head = 'POST /api/fuel/vehicles/refuel HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n'
  expect(await sendAll(`${head}Connection: close\r\n\r\n${chunk.repeat(10)}0\r\n\r\n`)).toEqual(['401'])
  for (let n = 0; n < 20; n++) await (await fetch(`http://127.0.0.1:${port}/health`)).text()
  expect(healthReads).toBe(20)
})

it('answers further requests of a long turn of the event loop in later turns, one of each sender in turn', () => {
  let time = 0
  let turns: (() => void)[] = []
  const nextTurn = (run: () => void) => turns.push(run)
  const turn = () => {
    const due = turns
    turns = []
    for (const run of due) run()
  }
  const answered: string[] = []
  type Listener = ReturnType<typeof spreadRequests>
  const listener = spreadRequests(({ url = '' }) => url.charAt(0), { now: () => time, nextTurn })
  const ask = (url: string, destroyed = false) =>
    listener({ url } as Parameters<Listener>[0], { destroyed } as Parameters<Listener>[1], () => {
      answered.push(url)
      time += 20
    })
  for (const url of ['a1', 'a2', 'a3', 'a4']) ask(url)
  ask('gone', true)
  expect(answered).toEqual(['a1'])
  turn()
  ask('b1')
  ask('b2')
  expect(answered).toEqual(['a1', 'a2'])
  turn()
  expect(answered).toEqual(['a1', 'a2'])
  turn()
  turn()
  expect(answered).toEqual(['a1', 'a2', 'a3', 'b1'])
  for (let n = 0; n < 3; n++) turn()
  expect(answered).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2'])
  ask('e')
  expect(answered).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'e'])
})

it.runIf(process.platform === 'linux')(
  'accepts several connections in a turn, and none when it has closed',
  async () => {
    let turn = 0
    const turns: number[] = []
    const { promise: allCame, resolve } = Promise.withResolvers<void>()
    server.on('connection', () => turns.push(turn) === 32 && resolve())
    const clients = Array.from({ length: 32 }, () => connect(port, '127.0.0.1'))
    let next = setImmediate(function count() {
      turn++
      next = setImmediate(count)
    })
    await allCame
    clearImmediate(next)
    expect(new Set(turns).size).toBeLessThan(turns.length)
    for (const client of clients) client.destroy()
    await closeServer(server, 0)
    for (const _ of clients) {
      const [refused] = await once(connect(port, '127.0.0.1'), 'error')
      expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
    }
  },
)

it('parses few of the bodies that are complete at once in a turn', async () => {
  await closeServer(server, 0)
  await start()
  const BODIES = 12
  const body = JSON.stringify({ note: 'n'.repeat(9_000) })
  const head = `POST /api/fuel/vehicles/refuel HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer u1\r\nContent-Length: ${body.length}\r\n\r\n`
  let [came, turn] = [0, 0]
  const { promise: allCame, resolve } = Promise.withResolvers<void>()
  server.on('request', () => ++came === BODIES && resolve())
  const ends = Array.from({ length: BODIES }, () => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.write(head + body.slice(0, -1))
    return once(socket, 'data')
  })
  await allCame
  const parsedIn = new Map<number, number>()
  const [{ parse }, now] = [JSON, performance.now.bind(performance)]
  let late = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + late)
  vi.spyOn(JSON, 'parse').mockImplementation((text, revive) => {
    if (text === body) parsedIn.set(turn, (parsedIn.get(turn) ?? 0) + 1)
    if (text === body) late += 20
    return parse(text, revive)
  })
  let next = setImmediate(function count() {
    turn++
    next = setImmediate(count)
  })
  for (const socket of sockets) socket.write(body.slice(-1))
  await Promise.all(ends)
  clearImmediate(next)
  const counts = [...parsedIn.values()]
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(BODIES)
  // A body may be complete in a turn after one that has waited.
  expect(Math.max(...counts)).toBeLessThanOrEqual(2)
})
