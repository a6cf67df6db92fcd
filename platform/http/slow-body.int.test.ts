/**
 * Tests senders whose session or secret ends while they send a body.
 * It also tests how the size of bodies counts towards a sender's limit.
 */

import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import type { Principal, Tokens } from '../auth/tokens.ts'
import { createLog } from '../logging.ts'
import { type Handlers, mountApi } from './api.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'

/**
 * Time in ms that the test clock advances while a body is sent.
 * It exceeds the time for which a check of the sender stays valid.
 */
const SLOW_MS = 250
const log = createLog('test', 'silent')

let isAdmitted: boolean
/** Number of times that the server checked the sender or the secret. */
let checks: number
let runs: string[]
let counted: (number | undefined)[]
let server: Server
let port: number
beforeEach(async () => {
  isAdmitted = true
  checks = 0
  runs = []
  counted = []
  const tokens = {
    async verify(userId: string) {
      checks++
      return isAdmitted ? ({ userId, role: 'dispatcher' } as Principal) : undefined
    },
  } as Tokens
  const handlers: Handlers = {
    async setMaintenance({ principal: { userId } }) {
      runs.push(userId)
      return { message: 'Changed', position: 1 } as never
    },
    async ussdArkesel({ body: { sessionID, msisdn } }) {
      runs.push(sessionID)
      return { sessionID, msisdn, userID: '', message: 'Hello', continueSession: true }
    },
  }
  server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) =>
      mountApi(app, handlers, {
        tokens,
        log,
        fingerprintKey: new Uint8Array(8),
        async knowsSecret() {
          checks++
          return isAdmitted
        },
        count: async (_, bytes) => void counted.push(bytes),
      }),
  })
  port = await listenOnPort(server, 0, '127.0.0.1')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await closeServer(server, 0)
})

/**
 * Sends a request body except its last byte, and waits until the server has checked the sender.
 * Then moves the clock, calls `meanwhile` and sends the last byte.
 * Returns the response's status.
 */
async function sendSlowly(path: string, body: string, meanwhile: () => void): Promise<number | undefined> {
  const headers = {
    Authorization: 'Bearer d1',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  }
  const sent: ClientRequest = request({ port, host: '127.0.0.1', method: 'POST', path, headers })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.write(body.slice(0, -1))
  await eventually(() => expect(checks).toBe(1))
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + SLOW_MS)
  meanwhile()
  sent.end(body.slice(-1))
  const [answer] = await answered
  answer.resume()
  return answer.statusCode
}

const COMMAND = ['/api/fuel/vehicles/T1/maintenance', JSON.stringify({ maintenance: true })] as const
const CALLBACK = [
  '/api/phone/ussd/arkesel/secret',
  JSON.stringify({ sessionID: 's1', userID: 'u', newSession: true, msisdn: '233244123456' }),
] as const

it.each([COMMAND, CALLBACK])('takes a slow body from a sender who stays admitted: %s', async (path, body) => {
  expect(await sendSlowly(path, body, () => undefined)).toBe(200)
  expect(runs).toHaveLength(1)
})

it.each([
  ['session', 401, ...COMMAND],
  ['secret', 404, ...CALLBACK],
])('runs nothing for a sender whose %s ended while the body came', async (_, status, path, body) => {
  const end = () => {
    isAdmitted = false
  }
  expect(await sendSlowly(path, body, end)).toBe(status)
  expect(runs).toEqual([])
})

it('counts a command before its body comes, and then the size of the unpacked body', async () => {
  const [path, body] = COMMAND
  const padded = body + ' '.repeat(5_000)
  const sent = [
    { body, headers: {} },
    { body: new Blob([body]).stream(), headers: {}, duplex: 'half' },
    { body: gzipSync(padded), headers: { 'Content-Encoding': 'gzip' } },
  ]
  for (const { headers, ...rest } of sent)
    await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer d1', 'Content-Type': 'application/json', ...headers },
      ...rest,
    } as RequestInit)
  expect(counted).toEqual([undefined, body.length, undefined, body.length, undefined, padded.length])
  expect(runs).toHaveLength(3)
})

it('counts no size of a body that is refused for it', async () => {
  const [path] = COMMAND
  const headers = { Authorization: 'Bearer d1', 'Content-Type': 'application/json' }
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ maintenance: 'x'.repeat(100_000) }),
  })
  expect(status).toBe(413)
  expect(counted).toEqual([undefined])
})

it('receives few large bodies of a sender at once, so that slow ones do not fill the memory', async () => {
  const send = (userId: string, bytes: number, isWhole: boolean) => {
    const body = JSON.stringify({ maintenance: true }).padEnd(bytes)
    const headers = { Authorization: `Bearer ${userId}`, 'Content-Length': bytes }
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path: COMMAND[0], headers })
    const answered = (once(sent, 'response') as Promise<[IncomingMessage]>).then(([answer]) => {
      answer.resume()
      return answer.statusCode
    })
    if (isWhole) sent.end(body)
    else sent.write(body.slice(0, -1))
    return { answered, end: () => sent.end(body.slice(-1)) }
  }
  const slow = Array.from({ length: 200 }, () => send('d1', 9_000, false))
  await eventually(() => expect(checks).toBe(200))
  expect(await send('d1', 9_000, true).answered).toBe(429)
  expect(await send('d1', 8_000, true).answered).toBe(200)
  expect(await send('d2', 9_000, true).answered).toBe(200)
  for (const { end } of slow) end()
  const statuses = await Promise.all(slow.map(({ answered }) => answered))
  expect(statuses.every((status) => status === 200)).toBe(true)
  expect(await send('d1', 9_000, true).answered).toBe(200)
})
