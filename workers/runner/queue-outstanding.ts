/**
 * Adds outstanding jobs to the queue shortly before they are due, and offers them all again regularly.
 * After a log restore the queue may remember jobs as done.
 * A job that stays outstanding runs again, once.
 */
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/logging.ts'
import type { OutstandingJob } from './policy.ts'

/**
 * Jobs due later than this many ms wait here, so that the embedded queue can close.
 * It must exceed the interval of offers.
 */
const QUEUE_AHEAD_MS = 60_000
/**
 * Offers before a job that the queue knows as done runs again.
 * Normally the log records the result long before.
 */
const OFFERS_BEFORE_AGAIN = 2
/**
 * Interval of offers in ms.
 * A Redis that lost its data does not report it; known jobs are not added twice.
 */
const OFFER_INTERVAL_MS = 15_000

interface Options {
  jobs: Jobs
  log: Log
  clock: () => Date
  againMs?: number
}

export type Queue = ReturnType<typeof queueOutstanding>

export function queueOutstanding({ jobs, log, clock, againMs = OFFER_INTERVAL_MS }: Options) {
  let queued = new Map<string, OutstandingJob>()
  /** Number of offers by job. */
  const offers = new Map<string, number>()

  async function add({ id, job: name, data, notBefore }: OutstandingJob): Promise<void> {
    const delayMs = notBefore ? Math.max(0, Date.parse(notBefore) - clock().getTime()) : undefined
    // A later offer adds it.
    if (delayMs && delayMs > QUEUE_AHEAD_MS) return
    const again = offers.get(id) === OFFERS_BEFORE_AGAIN
    await jobs.add({ id, name, data }, { delayMs, ...(again && { again }) })
    offers.set(id, (offers.get(id) ?? 0) + 1)
  }

  let offering = false
  async function offerAll(): Promise<void> {
    if (offering) return
    offering = true
    try {
      await Promise.all([...queued.values()].map(add))
    } catch (error) {
      log.error({ err: error }, 'the queue refused outstanding jobs; trying again')
    } finally {
      offering = false
    }
  }
  const timer = setInterval(offerAll, againMs)

  return {
    /** Returns whether the job is known. */
    isQueued: (id: string) => queued.has(id),
    /** Adds new outstanding jobs that are due soon; resolves once the queue has them. */
    async take(outstanding: readonly OutstandingJob[]): Promise<void> {
      await Promise.all(outstanding.filter(({ id }) => !queued.has(id)).map(add))
      // Recorded jobs are not requested again, so they are dropped.
      queued = new Map(outstanding.map((job) => [job.id, job]))
      for (const id of offers.keys()) if (!queued.has(id)) offers.delete(id)
    },
    stop: () => clearInterval(timer),
  }
}
