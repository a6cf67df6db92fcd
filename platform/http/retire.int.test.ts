/** A server that retires answers whoever has asked or is asking, says that it is the last time, and takes nobody new. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { createLog } from '../logging.ts'
import { retire } from './retire.ts'
import { createHttpServer, listen } from './server.ts'

const ANSWER_MS = 100
/** The process does nothing else meanwhile. */
const BUSY_MS = 10
let server: Server
let port: number
beforeEach(async () => {
  server = createHttpServer({
    log: createLog('test', 'silent'),
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) => {
      app.post('/api/slow', (_request, response) => void setTimeout(() => response.json({}), ANSWER_MS))
      app.post('/api/busy', (_request, response) => {
        const until = performance.now() + BUSY_MS
        while (performance.now() < until);
        response.json({})
      })
    },
  })
  port = await listen(server, 0, '127.0.0.1')
})

const POST = 'POST /api/slow HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n'

/** A connection that writes this at once, before it is made. */
function ask(text = POST): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  return socket
}
/** What it was told until it was closed; rejects when it was reset. */
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
  const asked = Array.from({ length: 25 }, () => reasonTo(ask()))
  const retired = retire(server)
  const answers = await Promise.all(asked)
  await retired
  for (const answer of answers) expect(answer).toMatch(LAST)
})

it('answers all who wait at the listener of a server that is behind, though that takes seconds', async () => {
  const asked = Array.from({ length: 300 }, () => reasonTo(ask(POST.replace('slow', 'busy'))))
  const retired = retire(server)
  const answers = await Promise.all(asked)
  await retired
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
})

it('answers what was under way when it began, with a goodbye', async () => {
  const asked = reasonTo(ask())
  await once(server, 'request')
  const retired = retire(server)
  expect(await asked).toMatch(LAST)
  await retired
})

it('answers who asks again on a connection that was kept, once more and with a goodbye', async () => {
  const sockets = Array.from({ length: 10 }, () => ask())
  await Promise.all(sockets.map((socket) => once(socket, 'data')))
  const retired = retire(server)
  await pause(150)
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
  // One after the other, as a proxy that has not noticed takes them from its pool.
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
  const retired = retire(server)
  await pause(200)
  socket.write(POST.slice(20))
  expect(await answer).toMatch(LAST)
  await retired
})

it('closes what is kept and silent, ends what is no request last, and is gone within seconds', async () => {
  const socket = ask()
  await once(socket, 'data')
  const began = performance.now()
  const order: string[] = []
  socket.once('close', () => order.push('connection'))
  await retire(server, { last: async () => order.push('feed') })
  expect(order).toContain('feed')
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(server.listening).toBe(false)
})
