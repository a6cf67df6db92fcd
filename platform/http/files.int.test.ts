/** Tests file responses: access, name, type, and a cut connection after failures. */
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { FileAnswer } from '#contract/endpoints.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { eventually } from '../../tests/fixtures/eventually.ts'
import type { Principal, Tokens } from '../auth/tokens.ts'
import { createLog, type Log } from '../logging.ts'
import { mountApi } from './api.ts'
import { MAX_UNREAD_BYTES } from './send-answer.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'

const tokens = { verify: async (role: string) => ({ userId: role, role }) as Principal } as Tokens
const logged: string[] = []
const log = {
  ...createLog('test', 'silent'),
  debug() {},
  error: (_: object, text: string) => logged.push(text),
} as unknown as Log
let server: Server
afterEach(() => {
  logged.length = 0
  return closeServer(server, 0)
})

async function ask(answer: FileAnswer | Rejection, role = 'dispatcher', query = ''): Promise<Response> {
  server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) => {
      const snapshot = () => ({ rows: {} as never, now: new Date(), position: 7 })
      mountApi(app, { tripsCsv: async () => answer }, { tokens, log, fingerprintKey: new Uint8Array(8), snapshot })
    },
  })
  const port = await listenOnPort(server, 0, '127.0.0.1')
  return fetch(`http://127.0.0.1:${port}/api/fuel/logs.csv${query}`, { headers: { Authorization: `Bearer ${role}` } })
}

async function* pieces(...texts: string[]) {
  yield* texts
}
async function* broken() {
  yield 'id\r\n'
  throw new Error('the disk is gone')
}
const csv = (content: FileAnswer['content'], name = 'trips.csv') => ({ type: 'text/csv', name, content })

it.each<[string, FileAnswer['content']]>([
  ['text', 'id\r\nä\r\n'],
  ['bytes', new TextEncoder().encode('id\r\nä\r\n')],
  ['pieces', pieces('id\r\n', 'ä\r\n')],
])('sends %s under its name and type, and says what it is true at', async (_, content) => {
  const answer = await ask(csv(content))
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="?trips\.csv"?$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-position': '7',
  })
  expect(await answer.text()).toBe('id\r\nä\r\n')
})

it('keeps a name from being more than a name', async () => {
  const answer = await ask(csv('', '../a "b"\r\nSet-Cookie: c=d'))
  expect(answer.headers.get('Set-Cookie')).toBeNull()
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="[^\r\n/]*"/)
})

it.each([
  ['another role', csv('secret'), 'recycler', '', 403],
  ['a period that there is none of', csv('secret'), 'dispatcher', '?period=8', 400],
  ['a refusal', reject('not-found', msg`There are no trips.`), 'admin', '', 404],
] as const)('answers a problem to %s', async (_, answer, role, query, status) => {
  const refused = await ask(answer, role, query)
  expect(refused.status).toBe(status)
  expect(refused.headers.get('Content-Type')).toContain('application/problem+json')
  expect(refused.headers.get('Content-Disposition')).toBeNull()
  expect(await refused.text()).not.toContain('secret')
})

it('is cut off where it breaks, so that no part looks complete, and is logged', async () => {
  const answer = await ask(csv(broken())).catch((error: Error) => error)
  await expect(answer instanceof Error ? Promise.reject(answer) : answer.text()).rejects.toThrow()
  expect(logged).toEqual(['a request failed'])
})

it('is not our failure if the client has gone', async () => {
  let ended = false
  async function* endless() {
    try {
      for (;;) yield 'id\r\n'.repeat(10_000)
    } finally {
      ended = true
    }
  }
  const answer = await ask(csv(endless()))
  await answer.body?.cancel()
  await eventually(() => expect(ended).toBe(true))
  // Closing the server waits for the request, so all its log entries exist afterwards.
  await closeServer(server)
  expect(logged).toEqual([])
})

it('is refused while too many bytes wait for the same person, and others are not', async () => {
  const [size, most] = [5_000_000, Math.floor(MAX_UNREAD_BYTES / 5_000_000)]
  let requested = 0
  server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) => {
      const tripsCsv = async () => {
        requested++
        return csv(new Uint8Array(size))
      }
      mountApi(app, { tripsCsv }, { tokens, log, fingerprintKey: new Uint8Array(8) })
    },
  })
  const port = await listenOnPort(server, 0, '127.0.0.1')
  const statusFor = async (role: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/fuel/logs.csv`, {
      headers: { Authorization: `Bearer ${role}` },
    })
    await response.arrayBuffer()
    return response.status
  }
  // These clients send requests and read no answer.
  const sockets = Array.from({ length: most }, () => connect(port, '127.0.0.1').pause())
  for (const socket of sockets)
    socket.write('GET /api/fuel/logs.csv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer dispatcher\r\n\r\n')
  await eventually(() => expect(requested).toBe(most))
  expect(await statusFor('dispatcher')).toBe(429)
  expect(await statusFor('admin')).toBe(200)
  for (const socket of sockets) socket.destroy()
  await eventually(async () => expect(await statusFor('dispatcher')).toBe(200))
})
