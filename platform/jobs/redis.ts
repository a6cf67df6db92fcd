/** The distributed jobs: BullMQ on Redis, durable as far as that Redis is. */

import { createRedisBackend } from 'bullmq'
import { Redis } from 'ioredis'
import { type JobsTimes, openJobs } from './bullmq.ts'
import type { Jobs } from './jobs.ts'
import { consoleLog, type JobsLog } from './log.ts'

/** Opens the jobs at a `redis://` URL. `queue` separates those who share one Redis; its keys start with `bull:<queue>:`. */
export async function openRedisJobs(
  url: string,
  log: JobsLog = consoleLog,
  queue = 'wastesense',
  times?: JobsTimes,
): Promise<Jobs> {
  // BullMQ asks for no limit of retries: a job must wait for a Redis that is away, not fail.
  const connection = new Redis(url, { maxRetriesPerRequest: null })
  const release = async () => connection.disconnect()
  return openJobs(queue, { connection, backend: createRedisBackend, release }, log, times)
}
