/** Tests three responses byte for byte: to a command, a personal read and a shared read. */
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Principal, Tokens } from '../auth/tokens.ts'
import { createLog } from '../logging.ts'
import { mountApi } from './api.ts'
import { createMetrics } from './metrics.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'

const tokens = { verify: async (role: string) => ({ userId: role, role }) as Principal } as Tokens
const log = createLog('test', 'silent')
/** A name that has more bytes in UTF-8 than characters. */
const NAME = 'Kɔkɔɔ'
let server: Server
let port: number

beforeAll(async () => {
  server = createHttpServer({
    log,
    metrics: createMetrics({ log: createLog('test', 'silent'), token: 't' }),
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) =>
      mountApi(
        app,
        {
          archiveVehicle: async () => ({ message: NAME, position: 42 }),
          changeProfile: async () => ({ user: { name: NAME }, position: 43 }) as never,
          me: async () => ({ user: { name: NAME } }) as never,
          zones: async () => ({ zones: [], centres: {} }),
        },
        { tokens, log, fingerprintKey: new Uint8Array(8) },
      ),
  })
  port = await listenOnPort(server, 0, '127.0.0.1')
})
afterAll(() => closeServer(server, 0))

/** Returns the raw response: status line, original headers, body. */
function ask(line: string, { who = 'dispatcher', body = '', headers = '' } = {}) {
  const socket = connect(port, '127.0.0.1')
  const length = body ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : ''
  socket.write(
    `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${who}\r\n${headers}${length}\r\n${body}`,
  )
  return new Promise<{ status: string; headers: string[]; body: string }>((resolve, reject) => {
    let said = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('data', (piece) => {
      said = Buffer.concat([said, piece])
    })
    socket.on('end', () => {
      const [head = '', ...rest] = said.toString().split('\r\n\r\n')
      const [status = '', ...lines] = head.split('\r\n')
      const steady = lines.map((line) => line.replace(/^(X-Request-Id|Date): .*/, '$1'))
      resolve({ status, headers: steady, body: rest.join('\r\n\r\n') })
    })
  })
}

const BARE = ['X-Request-Id', 'X-Content-Type-Options: nosniff', 'Cache-Control: no-store']
const json = (text: string) => [
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(text)}`,
]
const END = ['Date', 'Connection: close']

it.each([
  ['POST /api/fuel/vehicles/T1/archive', `{"message":"${NAME}","position":"42"}`],
  ['PUT /api/auth/profile', `{"user":{"name":"${NAME}"},"position":"43"}`],
])('a command: %s', async (line, text) => {
  const answer = await ask(line, { body: '{"name":"Ama"}' })
  expect(answer).toEqual({ status: 'HTTP/1.1 200 OK', headers: [...BARE, ...json(text), ...END], body: text })
})

const GUARDS = [
  /^Content-Security-Policy: /,
  /^Cross-Origin-Opener-Policy: same-origin$/,
  /^Cross-Origin-Resource-Policy: same-origin$/,
  /^Referrer-Policy: no-referrer$/,
  /^X-Content-Type-Options: nosniff$/,
  /^X-Frame-Options: /,
]

it('a read for one person: guarded, kept by nobody, and so without a name to ask for it again', async () => {
  const text = `{"user":{"name":"${NAME}"}}`
  const { status, headers, body } = await ask('GET /api/auth/me')
  expect([status, body]).toEqual(['HTTP/1.1 200 OK', text])
  for (const guard of GUARDS) expect(headers).toContainEqual(expect.stringMatching(guard))
  for (const header of ['Cache-Control: no-store', ...json(text)]) expect(headers).toContain(header)
  expect(headers.some((header) => header.startsWith('ETag'))).toBe(false)
})

it('a read that all share: kept, and not sent again to who has it', async () => {
  const { headers, body } = await ask('GET /api/zones')
  expect(headers).toContain('Cache-Control: public, max-age=5')
  const etag = headers.find((header) => header.startsWith('ETag: '))?.slice('ETag: '.length)
  expect([etag !== undefined, body]).toEqual([true, '{"zones":[],"centres":{}}'])
  const again = await ask('GET /api/zones', { headers: `If-None-Match: ${etag}\r\n` })
  expect([again.status, again.body]).toEqual(['HTTP/1.1 304 Not Modified', ''])
})

it.each(['GET /api/auth/me/', 'GET /API/auth/me', 'GET /api/auth/me?at', 'GET http://x/api/auth/me'])(
  '%s is the same path',
  async (line) => {
    const { status } = await ask(line)
    expect(status).not.toContain('404')
  },
)

it('HEAD is GET without its body', async () => {
  const got = await ask('GET /api/auth/me')
  expect(await ask('HEAD /api/auth/me')).toEqual({ ...got, body: '' })
})

it('what varies is read of the path, and another method finds nothing', async () => {
  expect((await ask('POST /api/fuel/vehicles/T%201/archive', { body: '{}' })).status).toBe('HTTP/1.1 200 OK')
  expect((await ask('DELETE /api/auth/me')).status).toBe('HTTP/1.1 404 Not Found')
})

it('is counted by its route, whichever way it was found', async () => {
  await ask('GET /api/zones')
  await ask('POST /api/fuel/vehicles/T1/archive', { body: '{}' })
  const { body } = await ask('GET /metrics', { who: 't' })
  for (const route of ['/api/zones', '/api/fuel/vehicles/:id/archive'])
    expect(body).toContain(`route="${route}",status="200"`)
  expect(body).not.toContain('T1')
})
