/** Tests that stalled requests are answered or cut, which frees connections. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Principal, Tokens } from '../auth/tokens.ts'
import { createLog } from '../logging.ts'
import { type Handlers, mountApi } from './api.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'

const SOON_MS = 100
const log = createLog('test', 'silent')
const tokens = {
  verify: async (userId: string) => ({ userId, role: 'dispatcher' }) as Principal,
} as Tokens

let server: Server
let port: number
const sockets: Socket[] = []
beforeEach(async () => {
  const handlers: Handlers = {
    archiveVehicle: async () => ({ message: 'Archived', position: 1 }),
    refuel: async () => ({}) as never,
  }
  server = createHttpServer({
    log,
    stillMs: SOON_MS,
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) => mountApi(app, handlers, { tokens, log, fingerprintKey: new Uint8Array(8), stillMs: SOON_MS }),
  })
  port = await listenOnPort(server, 0, '127.0.0.1')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await closeServer(server, 0)
})

/**
 * Sends an incomplete request.
 * Returns the status line's status after the server has closed the connection.
 */
async function sendHalf(head: string): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  // Ignore the reset of a cut connection.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  await once(socket, 'connect')
  socket.write(`${head}\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"vehicle_id":`)
  await closed
  return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
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
