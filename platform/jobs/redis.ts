/** Distributed jobs: BullMQ on Redis, as durable as that Redis. */

import { createRedisBackend } from 'bullmq'
import { Redis } from 'ioredis'
import { type JobsTimes, openJobs } from './bullmq.ts'
import type { Jobs } from './jobs.ts'
import { consoleLog, type JobsLog } from './log.ts'

/**
 * Opens the jobs at a `redis://` URL.
 * `queue` separates installations on one Redis; its keys start with `bull:<queue>:`.
 */
export async function openRedisJobs(
  url: string,
  log: JobsLog = consoleLog,
  queue = 'wastesense',
  times?: JobsTimes,
): Promise<Jobs> {
  // BullMQ requires unlimited retries: a job waits for an unreachable Redis instead of failing.
  const connection = new Redis(url, { maxRetriesPerRequest: null })
  const release = async () => connection.disconnect()
  return openJobs(queue, { connection, backend: createRedisBackend, release }, log, times)
}
