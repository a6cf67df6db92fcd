/** Distributed jobs: BullMQ on Redis, as durable as that Redis. */

import { createRedisBackend } from 'bullmq'
import { Redis } from 'ioredis'
import { type JobTimings, openBullmqJobs } from './bullmq.ts'
import { consoleJobsLog, type JobsLog } from './bullmq-jobs.ts'
import type { JobQueue } from './jobs.ts'

/**
 * Opens the jobs at a `redis://` URL.
 * `queue` separates installations on one Redis; its keys start with `bull:<queue>:`.
 */
export async function openRedisJobs(
  url: string,
  log: JobsLog = consoleJobsLog,
  queue = 'wastesense',
  times?: JobTimings,
): Promise<JobQueue> {
  // BullMQ requires unlimited retries: jobs wait for an unreachable Redis instead of failing.
  const connection = new Redis(url, { maxRetriesPerRequest: null })
  const release = async () => connection.disconnect()
  return openBullmqJobs(queue, { connection, backend: createRedisBackend, release }, log, times)
}
