/**
 * Embedded jobs: BullMQ on an in-memory Postgres in a child process.
 * All jobs are lost when it ends.
 */

import { createPostgresBackend } from 'bullmq'
import { openBullmqJobs } from './bullmq.ts'
import { consoleJobsLog, type JobsLog } from './bullmq-jobs.ts'
import type { JobQueue } from './jobs.ts'
import { createOnDemandJobs } from './on-demand.ts'
import { PglitePool } from './pglite-pool.ts'

/**
 * Idle time in ms before the database's process stops.
 * It takes as much memory as most other processes together.
 * A city has a job every few minutes, so shorter times cause constant restarts.
 */
const REST_AFTER_MS = 300_000

/**
 * Opens the job queue without waiting for its database.
 * The database starts when the first job is added.
 * Only `add` waits for it.
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
