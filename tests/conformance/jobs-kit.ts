/**
 * Helpers of the job queue's conformance tests.
 * They close queues after each test and record what the queue logs.
 */

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { JobTimings } from '../../platform/jobs/bullmq.ts'
import type { JobsLog } from '../../platform/jobs/bullmq-jobs.ts'
import type { Job, JobCounts, JobQueue } from '../../platform/jobs/jobs.ts'
import { eventually } from '../fixtures/eventually.ts'

/**
 * Opens a job queue.
 * Opening the same name again finds the remaining jobs.
 */
export type OpenJobQueue = (queue: string, log: JobsLog, times?: JobTimings) => Promise<JobQueue>

/** Characters that one of the stores refuses or escapes. */
export const HARD_TO_STORE_TEXT = 'Zürich 東京 🚛 é \u0000 \ud800 \u2028 "\\u0000" %3A:'

/** Delay in ms that is longer than any test. */
export const FAR_FUTURE_MS = 3_600_000

export const freshQueue = () => `test-${randomUUID()}`
export const createJob = (id: string, name = 'look', data = {}): Job => ({ id, name, data })
export const createJobCounts = (some: Partial<JobCounts>): JobCounts => ({
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  ...some,
})

/**
 * Registers a handler for jobs named `look`.
 * Returns an array that receives the ids of the handled jobs.
 */
export function collectHandledJobIds(jobs: JobQueue): string[] {
  const seen: string[] = []
  jobs.work({ look: async ({ id }) => void seen.push(id) })
  return seen
}

/** Waits until no job is left. */
export const waitUntilSettled = (jobs: JobQueue) =>
  eventually(async () => expect(await jobs.counts()).toEqual(createJobCounts({})))

/** Returns helpers that open and close queues and collect their log entries. */
export function createJobsTestBed(open: OpenJobQueue) {
  const opened: JobQueue[] = []
  const logged: { message: string; job?: string }[] = []
  const keep = (details: object, message: string) => void logged.push({ ...details, message })
  const log: JobsLog = { info: keep, warn: keep, error: keep }
  return {
    logged,
    async opens(queue = freshQueue(), times?: JobTimings): Promise<JobQueue> {
      const jobs = await open(queue, log, times)
      opened.push(jobs)
      return jobs
    },
    async closeAll(): Promise<void> {
      await Promise.all(opened.splice(0).map((jobs) => jobs.close()))
      logged.length = 0
    },
  }
}

export type JobsTestBed = ReturnType<typeof createJobsTestBed>
