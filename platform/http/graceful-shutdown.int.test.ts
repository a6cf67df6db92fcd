/**
 * Tests that a server that shuts down answers pending requests and then closes connections.
 * It accepts no new connections.
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { beforeEach, expect, it } from 'vitest'
import { eventually } from '../../tests/fixtures/eventually.ts'
import { reserveFreePort } from '../../tests/fixtures/free-ports.ts'
import { createGate } from '../../tests/fixtures/gate.ts'
import { createLog } from '../logging.ts'
import { shutDownGracefully } from './graceful-shutdown.ts'
import { createHttpServer, listenOnPort } from './server.ts'

/** Time that the process is blocked, in ms. */
const BUSY_MS = 10
/** Duration in ms that is longer than any test. */
const FAR_MS = 3_600_000
/** Limits longer than the test, so that the server closes no connection because of them. */
const PATIENT = { quietMs: FAR_MS, patienceMs: FAR_MS }

/** Gate that delays responses while it is shut. */
const gate = createGate()
let server: Server
let port: number
beforeEach(async () => {
  gate.open()
  server = createHttpServer({
    log: createLog('test', 'silent'),
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) => {
      app.post('/api/slow', (_request, response) => void gate.passed().then(() => response.json({})))
      app.post('/api/busy', (_request, response) => {
        const until = performance.now() + BUSY_MS
        while (performance.now() < until);
        response.json({})
      })
    },
  })
  port = await listenOnPort(server, await reserveFreePort(), '127.0.0.1')
})

/**
 * Waits until the server stops listening.
 * After that, each of its responses closes its connection.
 */
const hasLeft = () => eventually(() => expect(server.listening).toBe(false))

const POST = 'POST /api/slow HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n'

/** Opens a connection to the server and sends the text at once. */
function ask(text = POST): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  return socket
}
/**
 * Returns the received text when the connection closes.
 * Rejects on a reset.
 */
async function reasonTo(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  await once(socket, 'close')
  return text
}
const LAST = /^HTTP\/1\.1 200 OK.*Connection: close/is

it('answers all that is on the wire, with a goodbye', async () => {
  gate.shut()
  const asked = Array.from({ length: 25 }, () => reasonTo(ask()))
  const retired = shutDownGracefully(server, PATIENT)
  await hasLeft()
  gate.open()
  for (const answer of await Promise.all(asked)) expect(answer).toMatch(LAST)
  await retired
})

it('answers all who wait at the listener of a server that is behind, though that takes seconds', async () => {
  const request = 'POST /api/busy HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
  const asked = Array.from({ length: 300 }, () => reasonTo(ask(request)))
  const retired = shutDownGracefully(server, PATIENT)
  for (const answer of await Promise.all(asked)) expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  await retired
})

it('answers pending requests, with a goodbye', async () => {
  gate.shut()
  const asked = reasonTo(ask())
  await once(server, 'request')
  const retired = shutDownGracefully(server, PATIENT)
  await hasLeft()
  gate.open()
  expect(await asked).toMatch(LAST)
  await retired
})

it('answers who asks again on a connection that was kept, once more and with a goodbye', async () => {
  const sockets = Array.from({ length: 10 }, () => ask())
  await Promise.all(sockets.map((socket) => once(socket, 'data')))
  const retired = shutDownGracefully(server, PATIENT)
  await hasLeft()
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
  // Sends the requests one after the other, like a proxy that does not know of the shutdown.
  for (const socket of sockets) {
    const answer = reasonTo(socket)
    socket.write(POST)
    expect(await answer).toMatch(LAST)
  }
  await retired
})

it('answers a request that comes in pieces', async () => {
  const socket = ask(POST.slice(0, 20))
  const answer = reasonTo(socket)
  await once(server, 'connection')
  const retired = shutDownGracefully(server, PATIENT)
  await hasLeft()
  socket.write(POST.slice(20))
  expect(await answer).toMatch(LAST)
  await retired
})

it('closes what is kept and silent, and ends what is no request last', async () => {
  const socket = ask()
  await once(socket, 'data')
  const order: string[] = []
  socket.once('close', () => order.push('connection'))
  // The time limit is an hour, so the shutdown must end before it.
  await shutDownGracefully(server, { last: async () => order.push('feed'), patienceMs: FAR_MS })
  expect(order).toContain('feed')
  await eventually(() => expect(order).toContain('connection'))
  expect(server.listening).toBe(false)
})
