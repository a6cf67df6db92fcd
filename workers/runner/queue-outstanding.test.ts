/** Tests which outstanding jobs are queued and when, with a simulated clock. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AddOptions, Job } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/logging.ts'
import type { OutstandingJob } from './policy.ts'
import { createOutstandingJobQueue, type OutstandingJobQueue } from './queue-outstanding.ts'

const AGAIN_MS = 15_000
const log = createLog('test', 'silent')
const add = vi.fn(async (_job: Job, _options?: AddOptions) => undefined)
let queue: OutstandingJobQueue

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-04T10:00:00.000Z') })
  queue = createOutstandingJobQueue({ jobs: { add } as never, log, clock: () => new Date(), againMs: AGAIN_MS })
})
afterEach(() => {
  queue.stop()
  vi.useRealTimers()
  vi.clearAllMocks()
})

const outstanding = (id: string, notBefore?: string) => ({ id, job: 'digest', data: {}, notBefore }) as OutstandingJob
/** Returns the ids and delays of the queued jobs. */
const added = () => add.mock.calls.map(([{ id }, options]) => [id, options?.delayMs])

it('gives the queue jobs that are due in a minute, delayed until then', async () => {
  await queue.take([outstanding('now'), outstanding('past', '2026-03-04T09:00:00.000Z')])
  await queue.take([outstanding('soon', '2026-03-04T10:01:00.000Z')])
  expect(added()).toEqual([
    ['now', undefined],
    ['past', 0],
    ['soon', 60_000],
  ])
})

it('keeps what is due later to itself until it is soon due, and forgets what is not outstanding any more', async () => {
  await queue.take([
    outstanding('tonight', '2026-03-04T10:02:00.000Z'),
    outstanding('never', '2026-03-04T10:02:00.000Z'),
  ])
  expect(queue.isQueued('tonight')).toBe(true)
  await queue.take([outstanding('tonight', '2026-03-04T10:02:00.000Z')])
  await vi.advanceTimersByTimeAsync(45_000)
  expect(added()).toEqual([])
  await vi.advanceTimersByTimeAsync(AGAIN_MS)
  expect(added()).toEqual([['tonight', 60_000]])
})

it('offers waiting background jobs that are due, however many later ones come before them', async () => {
  const later = Array.from({ length: 200 }, (_, n) => ({
    ...outstanding(`later ${n}`, '2026-03-05T10:00:00.000Z'),
    background: 9,
  }))
  await queue.take([...later, { ...outstanding('now'), background: 10 }])
  expect(added()).toEqual([])
  await vi.advanceTimersByTimeAsync(AGAIN_MS)
  expect(added()).toEqual([['now', undefined]])
})

it('offers all that is soon due again, in case the queue has forgotten it', async () => {
  await queue.take([outstanding('now')])
  add.mockRejectedValueOnce(new Error('away'))
  await vi.advanceTimersByTimeAsync(2 * AGAIN_MS)
  expect(added()).toEqual(Array.from({ length: 3 }, () => ['now', undefined]))
})

it('runs a job that stays outstanding once more, since the queue may know it from a restored log', async () => {
  const again = () => add.mock.calls.map(([, options]) => options?.again ?? false)
  await queue.take([outstanding('now')])
  await vi.advanceTimersByTimeAsync(4 * AGAIN_MS)
  expect(again()).toEqual([false, false, true, false, false])
  // The job ran, but the log lost its result.
  // The queue still knows the job.
  add.mockClear()
  await queue.take([])
  await queue.take([outstanding('now')])
  await vi.advanceTimersByTimeAsync(2 * AGAIN_MS)
  expect(again()).toEqual([false, false, true])
})

it('runs a job once more after the clock was set back, since the queue may hold it until then', async () => {
  const again = () => add.mock.calls.filter(([, options]) => options?.again).length
  await queue.take([outstanding('now')])
  await vi.advanceTimersByTimeAsync(4 * AGAIN_MS)
  expect(again()).toBe(1)
  vi.setSystemTime(new Date('2025-03-04T10:00:00.000Z'))
  await vi.advanceTimersByTimeAsync(3 * AGAIN_MS)
  expect(again()).toBe(2)
})

it('queues background jobs of high rank only when those before them are done, or a hundred at each interval', async () => {
  const ids = () => add.mock.calls.map(([{ id }]) => id)
  const ranked = (ns: number[]) => ns.map((n, index) => ({ ...outstanding(`job-${n}`), background: index + 1 }))
  const all = Array.from({ length: 500 }, (_, n) => n)
  await queue.take([...ranked(all), outstanding('other')])
  expect(ids()).toEqual([...all.slice(0, 8).map((n) => `job-${n}`), 'other'])
  // The log has the results of two jobs, so two others follow.
  add.mockClear()
  await queue.take(ranked(all.slice(2)))
  expect(ids()).toEqual(['job-8', 'job-9'])
  add.mockClear()
  await vi.advanceTimersByTimeAsync(AGAIN_MS)
  expect(ids()).toEqual(all.slice(2, 110).map((n) => `job-${n}`))
})
