/** Tests that only hanging or failing jobs and stuck or silent queues are reported. */
import { beforeEach, expect, it } from 'vitest'
import type { Job } from '#platform/jobs/jobs.ts'
import { createJobQueueCheck, createJobWatchdog, type JobWatchdog } from './watch-jobs.ts'

const MINUTE = 60_000
const a: Job = { id: 'a', name: 'j', data: {} }
const b: Job = { id: 'b', name: 'j', data: {} }
let now: number
let watch: JobWatchdog
beforeEach(() => {
  now = 0
  watch = createJobWatchdog(() => now)
})
const reasons = () => watch.troubles().map(({ reason }) => reason)
const works = asJob(async () => undefined)
const fails = asJob(async () => {
  throw new Error('no')
})
function asJob(handler: () => Promise<void>) {
  return (job: Job) => watch.watched(handler)(job)
}

it('reports a job that does not end', () => {
  void watch.watched(() => new Promise(() => undefined))(a)
  now = 4 * MINUTE
  expect(reasons()).toEqual([])
  now = 7 * MINUTE
  expect(reasons()).toEqual(['A job has been running for 7 minutes.'])
})

it('reports a long job only after its own time limit', () => {
  void watch.watched(() => new Promise(() => undefined), 60 * MINUTE)(a)
  now = 59 * MINUTE
  expect(reasons()).toEqual([])
  void watch.watched(() => new Promise(() => undefined))(b)
  now = 65 * MINUTE
  expect(reasons()).toEqual(['A job has been running for 1 hour.'])
})

it('reports jobs that fail repeatedly, until any process has done them', async () => {
  for (now = 0; now <= 3 * MINUTE; now += MINUTE / 2) await expect(fails(a)).rejects.toThrow()
  expect(reasons()).toEqual(['1 job has kept failing for 3 minutes.'])
  await works(a)
  expect(reasons()).toEqual([])
  for (const until = now + 3 * MINUTE; now <= until; now += MINUTE / 2) await expect(fails(b)).rejects.toThrow()
  expect(reasons()).toHaveLength(1)
  now += 3 * MINUTE
  watch.saw({ waiting: 0 })
  expect(reasons()).toEqual([])
})

it('reports a stuck queue, and not a moving one', async () => {
  for (; now <= 3 * MINUTE; now += 10_000) {
    watch.saw({ waiting: 5 })
    await works(a)
  }
  expect(reasons()).toEqual([])
  for (const until = now + 3 * MINUTE; now <= until; now += 10_000) watch.saw({ waiting: 5 })
  expect(reasons()).toEqual(['Jobs are waiting, but none has started for 3 minutes.'])
  watch.saw({ waiting: 0 })
  expect(reasons()).toEqual([])
})

it('reports a queue that does not answer, also one that never did', async () => {
  const silent = createJobQueueCheck({ counts: () => new Promise(() => undefined) }, watch)
  for (; now <= 3 * MINUTE; now += 10_000) silent()
  expect(reasons()).toEqual(['The job queue has not answered the workers for 3 minutes.'])
  const back = createJobQueueCheck({ counts: async () => ({ waiting: 0, active: 0, delayed: 0, failed: 0 }) }, watch)
  back()
  await Promise.resolve()
  expect(reasons()).toEqual([])
})
