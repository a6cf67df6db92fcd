/** The embedded jobs: BullMQ on a Postgres in memory, in a thread of this process; nothing outlives the process. */

import { createPostgresBackend } from 'bullmq'
import { openJobs } from './bullmq.ts'
import type { Jobs } from './jobs.ts'
import { consoleLog, type JobsLog } from './log.ts'
import { PglitePool } from './pglite-pool.ts'

/** Returns at once; the database needs a moment to start in its thread (seconds, when none was prepared), and `add` waits for it inside. */
export async function openEmbeddedJobs(log: JobsLog = consoleLog): Promise<Jobs> {
  const pool = new PglitePool()
  return openJobs('wastesense', { connection: pool, backend: createPostgresBackend, release: () => pool.end() }, log)
}
