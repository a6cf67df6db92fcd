/**
 * Tests metrics: readable on this machine or with the token.
 * Requests are counted by route, without ids.
 */
import type { Server } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { createLog } from '../logging.ts'
import { createMetrics, type LabelledMetric, type Metric } from './metrics.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'

const TOKEN = 'a token of sixteen and more'
let server: Server
let url: string
afterEach(() => closeServer(server))

const log = createLog('test', 'silent')

async function open(options: { token?: string; measures?: (Metric | LabelledMetric)[] } = {}): Promise<void> {
  server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '1', position: '0', lag: {} }),
    metrics: createMetrics({ log, ...options }),
    mount: (app) => app.get('/api/people/:id', (_request, response) => void response.json({})),
  })
  url = `http://127.0.0.1:${await listenOnPort(server, 0, '127.0.0.1')}`
}
const read = async (headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}/metrics`, { headers })
  return { status: response.status, text: await response.text() }
}

it('counts requests by route and status, without names', async () => {
  await open()
  for (const id of ['u-ama', 'u-kofi']) await fetch(`${url}/api/people/${id}`)
  await fetch(`${url}/api/nothing/u-esi`)
  const { status, text } = await read()
  expect(status).toBe(200)
  expect(text).toContain('wastesense_http_request_seconds_count{method="GET",route="/api/people/:id",status="200"} 2')
  expect(text).toContain('status="404"} 1')
  expect(text).not.toMatch(/u-ama|u-kofi|u-esi/)
  // These come from a histogram of the event loop's delay.
  for (const figure of ['max', 'p50', 'p99'])
    expect(text).toMatch(new RegExp(`^nodejs_eventloop_lag_${figure}_seconds `, 'm'))
})

it('is read on this machine alone, where there is no token', async () => {
  await open()
  expect((await read()).status).toBe(200)
  expect((await read({ 'X-Forwarded-For': '203.0.113.7' })).status).toBe(403)
})

it('is read with the token alone, where there is one', async () => {
  await open({ token: TOKEN })
  for (const authorization of ['', 'Bearer', TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`])
    expect((await read({ Authorization: authorization })).status).toBe(403)
  expect(await read({ Authorization: `bearer ${TOKEN}` })).toMatchObject({ status: 200 })
  expect(await read({ Authorization: `Bearer ${TOKEN}`, 'X-Forwarded-For': '203.0.113.7' })).toMatchObject({
    status: 200,
    text: expect.stringContaining('process_cpu'),
  })
})

it('reads each figure again, and omits unknown ones', async () => {
  let position: number | undefined = 1
  let jobs: Record<string, number> | undefined = { waiting: 2, failed: 0 }
  await open({
    measures: [
      { name: 'position', help: 'p', read: () => position },
      { name: 'jobs', help: 'j', label: 'state', read: async () => jobs },
    ],
  })
  expect((await read()).text).toContain('wastesense_jobs{state="waiting"} 2')
  position = 7
  jobs = undefined
  const { text } = await read()
  expect(text).toContain('wastesense_position 7')
  expect(text).not.toContain('wastesense_jobs{')
  position = undefined
  expect((await read()).text).not.toMatch(/^wastesense_position/m)
})

it('answers the other figures if one can not be read, and logs that', async () => {
  const warn = vi.spyOn(log, 'warn')
  const fail = () => Promise.reject(new Error('The queue is away.'))
  await open({
    measures: [
      { name: 'lag', help: 'l', read: fail },
      { name: 'jobs', help: 'j', label: 'state', read: fail },
      { name: 'position', help: 'p', read: () => 1 },
    ],
  })
  const { status, text } = await read()
  expect(status).toBe(200)
  expect(text).toContain('wastesense_position 1')
  expect(text).not.toMatch(/^wastesense_(lag|jobs)/m)
  expect(warn.mock.calls.map(([about]) => about)).toMatchObject([{ metric: 'lag' }, { metric: 'jobs' }])
  warn.mockRestore()
})
