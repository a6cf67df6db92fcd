/** Tests when an on-demand queue opens and closes, with a fake queue. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Job, JobQueue } from './jobs.ts'
import { createOnDemandJobs } from './on-demand.ts'

const REST_AFTER_MS = 1_000
const NOTHING = { waiting: 0, active: 0, delayed: 0, failed: 0 }
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }

/** Queues that the code under test has opened so far, in order. */
let opened: { waiting: Job[]; works: unknown[]; close: ReturnType<typeof vi.fn>; counting: Promise<void> }[]
let jobs: JobQueue

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  jobs = createOnDemandJobs({ open, restAfterMs: REST_AFTER_MS, log })
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

function open(): JobQueue {
  const queue = {
    waiting: [] as Job[],
    works: [] as unknown[],
    close: vi.fn(async () => undefined),
    counting: Promise.resolve(),
  }
  opened.push(queue)
  return {
    add: async (job) => void queue.waiting.push(job),
    work: (handlers) => void queue.works.push(handlers),
    async counts() {
      const waiting = queue.waiting.length
      await queue.counting
      return { ...NOTHING, waiting }
    },
    failing: async () => [],
    retry: async () => true,
    close: queue.close,
  }
}

const job = (id: string): Job => ({ id, name: 'look', data: {} })
const handlers = { look: async () => undefined }

it('opens with the first job, and is empty until then', async () => {
  jobs.work(handlers)
  expect([await jobs.counts(), await jobs.failing(9), await jobs.retry('1')]).toEqual([NOTHING, [], false])
  expect(opened).toHaveLength(0)
  await jobs.add(job('1'))
  expect(opened).toMatchObject([{ waiting: [{ id: '1' }], works: [handlers] }])
  expect([(await jobs.counts()).waiting, await jobs.retry('1')]).toEqual([1, true])
})

it('closes when it is empty and nothing was added for a while, and opens again with the same handlers', async () => {
  await jobs.add(job('1'))
  jobs.work(handlers)
  expect(opened[0]?.works).toEqual([handlers])
  opened[0]?.waiting.pop()
  await vi.advanceTimersByTimeAsync(REST_AFTER_MS - 1)
  await jobs.add(job('2'))
  opened[0]?.waiting.pop()
  await vi.advanceTimersByTimeAsync(REST_AFTER_MS - 1)
  expect(opened[0]?.close).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(opened[0]?.close).toHaveBeenCalledOnce()
  expect(await jobs.counts()).toEqual(NOTHING)
  await jobs.add(job('3'))
  expect(opened).toMatchObject([{}, { waiting: [{ id: '3' }], works: [handlers] }])
})

it('reports jobs that are being added while it starts', async () => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const slow = createOnDemandJobs({
    open: () => ({ ...open(), add: () => started, counts: () => started.then(() => NOTHING) }),
    restAfterMs: REST_AFTER_MS,
    log,
  })
  const adding = slow.add(job('1'))
  expect(await slow.counts()).toEqual({ ...NOTHING, waiting: 1 })
  expect(await slow.failing(9)).toEqual([])
  start()
  await adding
  expect(await slow.counts()).toEqual(NOTHING)
})

it('stays as long as something is in it', async () => {
  await jobs.add(job('1'))
  await vi.advanceTimersByTimeAsync(3 * REST_AFTER_MS)
  expect(opened[0]?.close).not.toHaveBeenCalled()
  opened[0]?.waiting.pop()
  await vi.advanceTimersByTimeAsync(REST_AFTER_MS)
  expect(opened[0]?.close).toHaveBeenCalledOnce()
})

it('stays for a job that comes while it is looked into', async () => {
  await jobs.add(job('1'))
  const [queue] = opened
  queue?.waiting.pop()
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(queue as object, { counting: promise })
  await vi.advanceTimersByTimeAsync(REST_AFTER_MS)
  await jobs.add(job('2'))
  resolve()
  await vi.advanceTimersByTimeAsync(1)
  expect(queue?.close).not.toHaveBeenCalled()
  expect(queue?.waiting).toHaveLength(1)
})

it('reports a queue that did not close, and takes the next job in another', async () => {
  await jobs.add(job('1'))
  opened[0]?.waiting.pop()
  opened[0]?.close.mockRejectedValue(new Error('stuck'))
  await vi.advanceTimersByTimeAsync(REST_AFTER_MS)
  expect(log.error).toHaveBeenCalledOnce()
  await jobs.add(job('2'))
  expect(opened).toHaveLength(2)
})

it('accepts nothing after closing, and closes open queues once', async () => {
  await jobs.add(job('1'))
  await Promise.all([jobs.close(), jobs.close()])
  expect(opened[0]?.close).toHaveBeenCalledOnce()
  await expect(jobs.add(job('2'))).rejects.toThrow('jobs are closed')
  expect(() => jobs.work(handlers)).toThrow('jobs are closed')
  await vi.advanceTimersByTimeAsync(3 * REST_AFTER_MS)
  expect(opened).toHaveLength(1)
})
