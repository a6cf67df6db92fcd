/** Tests the client's network behind trusted proxies. */
import type { Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { createLog } from '../logging.ts'
import { networkOfClient } from './network.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'

let server: Server
afterEach(() => closeServer(server, 0))

async function open(proxies?: number | string[]): Promise<(forwarded: string) => Promise<string>> {
  server = createHttpServer({
    log: createLog('test', 'silent'),
    ...(proxies !== undefined && { proxies }),
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) => app.get('/api/whence', (request, response) => response.send(networkOfClient(request))),
  })
  const port = await listenOnPort(server, 0, '127.0.0.1')
  return async (forwarded) => {
    const headers = { 'X-Forwarded-For': forwarded }
    return (await fetch(`http://127.0.0.1:${port}/api/whence`, { headers })).text()
  }
}

it('is behind a trusted proxy, whose address may come with a port', async () => {
  const whence = await open(['loopback', '203.0.113.9', '2001:db8::/32'])
  expect(await whence('198.51.100.7:40001, 203.0.113.9:1')).toBe('198.51.100.7')
  expect(await whence('198.51.100.7:40001, [2001:db8::9]:1, 203.0.113.009')).toBe('198.51.100.7')
  expect(await whence('198.51.100.7, 203.0.113.8:1')).toBe('203.0.113.8')
  expect(await whence('198.51.100.7, unknown')).toBe('127.0.0.1')
})

it('is the last of the chain behind one proxy, and the connected address without a trusted one', async () => {
  const whence = await open(1)
  expect(await whence('9.9.9.9, 198.51.100.7:40001')).toBe('198.51.100.7')
  expect(await whence('9.9.9.9, _hidden')).toBe('127.0.0.1')
  await closeServer(server, 0)
  expect(await (await open())('198.51.100.7')).toBe('127.0.0.1')
})
