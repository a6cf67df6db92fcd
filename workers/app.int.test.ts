/**
 * Tests the workers on a real log.
 * They send outstanding jobs once, and find them again in the log after a restart.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type EventStore, LOG_START, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import type { Job, JobHandler, JobQueue } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/logging.ts'
import { disabledPictureStore } from '#platform/pictures/pictures.ts'
import { createLogPositionMarks } from '#platform/read-store/log-marks.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { openSqliteReadStore } from '#platform/read-store/sqlite.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startWorkers } from './app.ts'

const meta = { commandId: 'c', fingerprint: 'f', actor: 'system' }
const log = createLog('test', 'silent')
const rows = undefined as never
const pool = undefined as never
/** A memory store contains no policy state, so outstanding jobs are derived from the whole log. */
const reads = openMemoryReadStore()
let folder: string
let store: EventStore
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  store = openSqliteEventStore(path.join(folder, 'log.db'))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/**
 * Returns a queue that runs due jobs at once and remembers no job ids.
 * The workers must also work with such a queue.
 */
function forgetfulJobs(): JobQueue {
  let handlers: Record<string, JobHandler> = {}
  return {
    add: async (job: Job, { delayMs = 0 } = {}) => (delayMs > 0 ? undefined : handlers[job.name]?.(job)),
    work: (given) => {
      handlers = given
    },
    counts: async () => ({ waiting: 0, active: 0, delayed: 0, failed: 0 }),
    failing: async () => [],
    retry: async () => false,
    close: async () => undefined,
  }
}

const append = (stream: string, type: string, data: object) =>
  store.append(stream, NO_STREAM_REVISION, [{ id: crypto.randomUUID(), type, data, meta }])
const erase = (userId: string) => append(`account-${userId}`, 'AccountErased', { userId, erasedAt: '' })

it('sends what the log asks for, each once, also what was asked for while it ran', async () => {
  await erase('u1')
  const send = vi.fn(async () => undefined)
  const workers = startWorkers({
    store,
    reads,
    jobs: forgetfulJobs(),
    rows,
    pool,
    pictures: disabledPictureStore,
    send,
    log,
  })
  await workers.ready
  await erase('u2')
  await eventually(() => expect(send).toHaveBeenCalledTimes(2))
  expect(send.mock.calls).toEqual([
    ['job/erase-u1', { type: 'FinishErasure', userId: 'u1' }],
    ['job/erase-u2', { type: 'FinishErasure', userId: 'u2' }],
  ])
  await workers.stop()
})

it('derives what is outstanding from the log when it starts again', async () => {
  const data = { zone: 'Ablekuma North', totalCustomers: 1, changedBy: 'd1', changedAt: '' }
  await append('zone-a', 'ZoneConfigured', data)
  await append('bin-u1', 'BinReportedFull', { reportId: 'u1.1', userId: 'u1', zone: 'Ablekuma North' })
  const raised = expect.objectContaining({ type: 'RaiseThresholdAlert' })
  const alerts = ['recommended', 'threshold'].map((name) => [`job/raise-${name}-ablekuma-north-1`, raised])
  const sentByANewStart = async () => {
    const send = vi.fn(async () => undefined)
    const workers = startWorkers({
      store,
      reads,
      jobs: forgetfulJobs(),
      rows,
      pool,
      pictures: disabledPictureStore,
      send,
      log,
    })
    await workers.ready
    await workers.stop()
    return send.mock.calls
  }
  expect(await sentByANewStart()).toEqual(alerts)
  expect(await sentByANewStart()).toEqual(alerts)
  await append('notification-1', 'NotificationSent', { notificationId: 'threshold-ablekuma-north-1' })
  expect(await sentByANewStart()).toEqual(alerts.slice(0, 1))
})

it('adds what is outstanding again, for a queue that lost its data says nothing of it', async () => {
  const held = new Map<string, Job>()
  const erasures = () => [...held.keys()].filter((id) => id.startsWith('erase'))
  const jobs = { ...forgetfulJobs(), add: async (job: Job) => void held.set(job.id, job) }
  await erase('u1')
  const workers = startWorkers({
    store,
    reads,
    jobs,
    rows,
    pool,
    pictures: disabledPictureStore,
    send: async () => undefined,
    log,
    againMs: 20,
  })
  await workers.ready
  expect(erasures()).toEqual(['erase-u1'])
  held.clear()
  await eventually(() => expect(erasures()).toEqual(['erase-u1']))
  await erase('u2')
  await append('erasure-u1', 'ErasureFinished', { personId: 'u1', finishedAt: '' })
  await eventually(async () => {
    held.clear()
    // If the erasure job of u1 were still outstanding, the policy would add it again with u2's job.
    await eventually(() => expect(erasures()).toContain('erase-u2'))
    expect(erasures()).toEqual(['erase-u2'])
  })
  await workers.stop()
})

it('continues after an event that a policy can’t apply: other policies and later events go on, and it is reported', async () => {
  const poison = ['TruckDispatched', 'BinReportedFull', 'ConfigurationChanged', 'NotificationSent', 'AccountRegistered']
  for (const type of poison) await append(`bad-${type}`, type, {})
  await erase('u1')
  const send = vi.fn(async () => undefined)
  const workers = startWorkers({
    store,
    reads,
    jobs: forgetfulJobs(),
    rows,
    pool,
    pictures: disabledPictureStore,
    send,
    log,
  })
  await workers.ready
  await append('bad-later', 'TruckDispatched', {})
  await erase('u2')
  await eventually(() => expect(send.mock.calls.map(([id]: string[]) => id)).toContain('job/erase-u2'))
  expect(send.mock.calls.map(([id]: string[]) => id)).toContain('job/erase-u1')
  expect(workers.troubles().map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^\d+ events were set aside by the workers \(.*dispatches.*\)/),
  ])
  await workers.stop()
})

it('finds damage to what policies have no need to read again', async () => {
  const file = path.join(folder, 'log.db')
  const options = { layoutOf: () => ({ indexed: [] }), log }
  const openRows = () =>
    openSqliteReadStore(path.join(folder, 'views.db'), { ...options, marks: createLogPositionMarks(store) })
  const send = async () => undefined
  const begin = (reads: ReadStore) =>
    startWorkers({ store, reads, jobs: forgetfulJobs(), rows, pool, pictures: disabledPictureStore, send, log })
  await erase('u1')
  await erase('u2')
  const first = await openRows()
  const before = begin(first)
  expect(await before.ready).toBe(LOG_START)
  await before.sound
  await before.stop()
  await first.close()
  await store.close()
  writeFileSync(file, readFileSync(file, 'latin1').replaceAll('"userId":"u1"', '"userId":"u9"'), 'latin1')
  store = openSqliteEventStore(file)
  const second = await openRows()
  const workers = begin(second)
  expect(await workers.ready, 'it reads none of it').toBe(2)
  await expect(workers.sound).rejects.toThrow(/^The log is damaged: event 1, /)
  await workers.stop()
  await second.close()
})

it('reports if the last event of the log is in the future', async () => {
  await erase('u1')
  const clock = () => new Date(Date.now() - 2 * 3_600_000)
  const workers = startWorkers({
    store,
    reads,
    jobs: forgetfulJobs(),
    rows,
    pool,
    pictures: disabledPictureStore,
    send: async () => undefined,
    log,
    clock,
  })
  await workers.ready
  const [trouble] = workers.troubles()
  expect(trouble?.reason).toContain('behind the last event of the log')
  await workers.stop()
})

it('drops a job that an earlier version left in another shape, and does those of today', async () => {
  let handlers: Record<string, JobHandler> = {}
  const jobs = {
    ...forgetfulJobs(),
    work: (given: Record<string, JobHandler>) => {
      handlers = given
    },
  }
  const send = vi.fn(async () => undefined)
  const workers = startWorkers({ store, reads, jobs, rows, pool, pictures: disabledPictureStore, send, log })
  const sendCommand = handlers['send-command'] as JobHandler
  await sendCommand({ id: 'old', name: 'send-command', data: { type: 'SendDigest', digest: 'daily', userId: 'd1' } })
  await sendCommand({ id: 'new', name: 'send-command', data: { type: 'FinishErasure', userId: 'u1' } })
  expect(send.mock.calls).toEqual([['job/new', { type: 'FinishErasure', userId: 'u1' }]])
  await workers.stop()
})
