/**
 * Tests that traces of requests, appends and jobs reach the trace collector, linked by the command.
 * Without a collector, nothing is sent.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NO_STREAM_REVISION } from '../event-store/event-store.ts'
import { openSqliteEventStore } from '../event-store/sqlite.ts'
import { closeServer, createHttpServer, listenOnPort } from '../http/server.ts'
import { createLog, type Log } from '../logging.ts'
import { getTraceHeaders, runInSpan, startTracing, traceAppends } from './tracing.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number; message?: string }
}

let collector: Server
let address: string
let sent: { path: string; body: string }[]
/** HTTP status with which the trace collector answers; 0 means no answer. */
let status: number
let said: string[]
/** True if the request that the collector never answered was aborted. */
let abandoned = false
const say = (_: unknown, sentence: string) => void said.push(sentence)
const log = { info: say, warn: say } as unknown as Log
beforeEach(async () => {
  sent = []
  status = 200
  said = []
  collector = createServer(async (request, response) => {
    sent.push({ path: request.url ?? '', body: await text(request) })
    response.on('close', () => {
      abandoned ||= !response.writableEnded
    })
    if (status > 0) response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterEach(() => {
  collector.closeAllConnections()
  return closeServer(collector)
})

const spans = (): Span[] =>
  sent.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
      resource.scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
const attributesOf = (span: Span | undefined) =>
  Object.fromEntries(span?.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]) ?? [])
const meta = { commandId: 'command-1', fingerprint: 'f', actor: 'u-ama' }
const event = () => ({ id: crypto.randomUUID(), type: 'AccountErased', data: { userId: 'u-ama', erasedAt: '' }, meta })

it('sends a request with its appends, without names', async () => {
  const tracing = await startTracing(`${address}/`, 'test', log)
  const folder = mkdtempSync(path.join(tmpdir(), 'tracing-'))
  const store = traceAppends(openSqliteEventStore(path.join(folder, 'log.db')))
  const server = createHttpServer({
    log: createLog('test', 'silent'),
    health: () => ({ status: 'ok', version: '1', position: '0', lag: {} }),
    mount: (app) =>
      app.post('/api/people/:id', async (_request, response) => {
        await store.append('account-u-ama', NO_STREAM_REVISION, [event()])
        response.locals.commandId = 'command-1'
        response.json({})
      }),
  })
  const url = `http://127.0.0.1:${await listenOnPort(server, 0, '127.0.0.1')}`
  const stranger = { traceparent: '00-11111111111111111111111111111111-2222222222222222-01' }
  await fetch(`${url}/api/people/u-ama`, { method: 'POST', headers: stranger })
  await closeServer(server)
  await store.close()
  rmSync(folder, { recursive: true })
  await tracing.stop()

  expect(new Set(sent.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
  const request = spans().find(({ name }) => name === 'POST /api/people/:id')
  const append = spans().find(({ name }) => name === 'append')
  expect(attributesOf(request)).toMatchObject({
    'http.route': '/api/people/:id',
    'http.response.status_code': 200,
    'wastesense.command_id': 'command-1',
  })
  expect(append).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId })
  expect(attributesOf(append)).toEqual({
    'wastesense.stream': 'account',
    'wastesense.events': 'AccountErased',
    'wastesense.command_id': 'command-1',
  })
  expect(request?.traceId).not.toBe('1'.repeat(32))
  expect(sent.map(({ body }) => body).join()).not.toContain('u-ama')
})

it('sends a failed job as failed, and passes the span to another process', async () => {
  const tracing = await startTracing(address, 'test', log)
  let told: Record<string, string> = {}
  const failing = runInSpan('job digest', { 'wastesense.command_id': 'job/1' }, async () => {
    told = getTraceHeaders()
    throw new TypeError('of Ama')
  })
  await expect(failing).rejects.toThrow('of Ama')
  await tracing.stop()
  const [job] = spans()
  expect(job).toMatchObject({ name: 'job digest', status: { code: 2, message: 'TypeError' } })
  expect(told.traceparent).toBe(`00-${job?.traceId}-${job?.spanId}-01`)
  expect(sent.map(({ body }) => body).join()).not.toContain('Ama')
})

it('sends nothing, and does the work, where no collector is set up', async () => {
  const tracing = await startTracing(undefined, 'test', log)
  expect(await runInSpan('job digest', {}, async () => getTraceHeaders())).toEqual({})
  await tracing.stop()
  expect(sent).toEqual([])
})

it.each([
  [404, ['the collector does not accept traces; they are lost until it does']],
  [0, ['the last traces could not be sent']],
])('says so where the collector answers %i, and stops in time all the same', async (answer, sentences) => {
  status = answer
  const tracing = await startTracing(address, 'test', log)
  await runInSpan('job digest', {}, async () => undefined)
  abandoned = false
  await tracing.stop()
  // `tracing.stop()` has returned before the collector's request ended, so it did not wait for the request.
  expect(abandoned).toBe(false)
  expect(said).toEqual(expect.arrayContaining(sentences))
})
