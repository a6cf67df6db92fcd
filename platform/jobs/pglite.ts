/** Embedded jobs: BullMQ on an in-memory Postgres in a child process. All jobs are lost when that process ends. */

import { createPostgresBackend } from 'bullmq'
import { openBullmqJobs } from './bullmq.ts'
import { consoleJobsLog, type JobsLog } from './bullmq-jobs.ts'
import type { JobQueue } from './jobs.ts'
import { createOnDemandJobs } from './on-demand.ts'
import { PglitePool } from './pglite-pool.ts'

/**
 * Idle time in ms before the database's process stops.
 * The process takes as much memory as most others together.
 * A running city has a job every few minutes, so a shorter time would restart it constantly.
 */
const REST_AFTER_MS = 300_000

/**
 * Opens the jobs at once.
 * The database starts with the first job, within seconds at most; `add` waits for it.
 */
export function openEmbeddedJobs(log: JobsLog = consoleJobsLog, restAfterMs = REST_AFTER_MS): JobQueue {
  const open = () => {
    const pool = new PglitePool()
    return openBullmqJobs(
      'wastesense',
      { connection: pool, backend: createPostgresBackend, release: () => pool.end() },
      log,
    )
  }
  return createOnDemandJobs({ open, restAfterMs, log })
}
