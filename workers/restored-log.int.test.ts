/**
 * Tests a log that was restored to an earlier state, with a queue that still knows completed jobs.
 * Jobs that are requested again after the restore must run again.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EventStore, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import type { JobQueue } from '#platform/jobs/jobs.ts'
import { openEmbeddedJobs } from '#platform/jobs/pglite.ts'
import { openRedisJobs } from '#platform/jobs/redis.ts'
import { createLog } from '#platform/logging.ts'
import { disabledPictureStore } from '#platform/pictures/pictures.ts'
import { openMongoReadStore } from '#platform/read-store/mongodb.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { type EventStoreDouble, startEventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { type MongoDouble, startMongoDouble } from '#tests/doubles/mongodb/server.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startRedis } from '#tests/fixtures/redis.ts'
import { startWorkers, type Workers } from './app.ts'

const AGAIN_MS = 20
const log = createLog('test', 'silent')
const redis = await startRedis()
afterAll(() => redis?.stop())
const queue = `restored-${randomUUID()}`
const queues: [string, () => Promise<JobQueue>][] = [['PGlite', async () => openEmbeddedJobs(log)]]
if (redis) queues.push(['Redis', () => openRedisJobs(redis.url, log, queue)])

let folder: string
let events: EventStoreDouble
let mongo: MongoDouble
let store: EventStore
let reads: ReadStore
const inFolder = (name: string) => path.join(folder, name)
const openServer = async (port?: number) => {
  events = await startEventStoreDouble({ file: inFolder('log'), ...(port && { port }) })
}
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'restored-log-'))
  await openServer()
  mongo = await startMongoDouble()
  store = await openEventStoreDb(events.url)
  reads = await openMongoReadStore(mongo.url)
})
afterEach(async () => {
  await Promise.all([store.close(), reads.close()])
  await Promise.all([events.close(), mongo.close()])
  rmSync(folder, { recursive: true })
})

const append = (stream: string, type: string, data: object) => {
  const meta = { commandId: randomUUID(), fingerprint: 'f', actor: 'system' }
  return store.append(stream, NO_STREAM_REVISION, [{ id: randomUUID(), type, data, meta }])
}
async function putLogBack(): Promise<void> {
  const port = Number(/:(\d+)/.exec(events.url)?.[1])
  await events.close()
  copyFileSync(inFolder('copy'), inFolder('log'))
  await openServer(port)
}

describe.each(queues)('with the queue on %s', (_, open) => {
  let sent: string[]
  /** Ids of the commands that the log has recorded. */
  let done: string[]
  async function start(): Promise<Workers> {
    const send = async (command: string, { userId }: { userId?: string }) => {
      sent.push(command)
      // The log records a command's effect once, even if sent repeatedly.
      if (userId === undefined || (await finished(userId)) > 0) return
      await append(`erasure-${userId}`, 'ErasureFinished', { personId: userId, finishedAt: '' })
      done.push(command)
    }
    const [rows, pool] = [undefined as never, undefined as never]
    const work = { rows, pool, pictures: disabledPictureStore, send: send as never, log, againMs: AGAIN_MS }
    const workers = startWorkers({ store, reads, jobs: await open(), ...work })
    await workers.ready
    return workers
  }
  const finished = async (userId: string) => (await store.readStream(`erasure-${userId}`)).length

  beforeEach(async () => {
    sent = []
    done = []
    await append('account-u1', 'AccountErased', { userId: 'u1', erasedAt: '' })
    copyFileSync(inFolder('log'), inFolder('copy'))
  })

  it('workers that run do a job again whose event was lost', async () => {
    const workers = await start()
    await eventually(() => expect(done).toEqual(['job/erase-u1']))
    await putLogBack()
    await eventually(async () => expect(await finished('u1')).toBe(1))
    expect(sent.length).toBeGreaterThan(1)
    await workers.stop()
  })

  it('workers that start do so, too, and go on with what comes', async () => {
    const first = await start()
    await eventually(() => expect(done).toEqual(['job/erase-u1']))
    await first.stop()
    await putLogBack()
    const second = await start()
    await eventually(async () => expect(await finished('u1')).toBe(1))
    await append('account-u2', 'AccountErased', { userId: 'u2', erasedAt: '' })
    await eventually(async () => expect(await finished('u2')).toBe(1))
    expect(new Set(sent)).toEqual(new Set(['job/erase-u1', 'job/erase-u2']))
    await second.stop()
  })
})
