/** The embedded jobs: BullMQ on a Postgres in memory, in a process of its own; nothing outlives that process. */

import { createPostgresBackend } from 'bullmq'
import { openJobs } from './bullmq.ts'
import type { Jobs } from './jobs.ts'
import { consoleLog, type JobsLog } from './log.ts'
import { PglitePool } from './pglite-pool.ts'
import { restingJobs } from './resting.ts'

/** With nothing to do the process, which takes as much memory as most of the others together, goes after so long. */
const REST_AFTER_MS = 300_000

/**
 * Returns at once. The database begins with the first job, and needs a moment for it (seconds, when none was prepared); `add` waits for
 * it inside.
 */
export function openEmbeddedJobs(log: JobsLog = consoleLog, restAfterMs = REST_AFTER_MS): Jobs {
  const open = () => {
    const pool = new PglitePool()
    return openJobs('wastesense', { connection: pool, backend: createPostgresBackend, release: () => pool.end() }, log)
  }
  return restingJobs({ open, restAfterMs, log })
}
