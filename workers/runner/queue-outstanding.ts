/**
 * Adds outstanding jobs to the queue shortly before they are due, and adds them again at intervals.
 * After a restore of the log, the queue may remember such a job as done.
 * A job that remains outstanding then runs again, once.
 */
import type { JobQueue } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/logging.ts'
import type { OutstandingJob } from './policy.ts'

/**
 * Time in ms before its due time at which a job is added to the queue.
 * Jobs due later wait in this process: the embedded queue could not close while it contained them.
 * The time must be longer than `OFFER_INTERVAL_MS`, at which outstanding jobs are added again.
 */
const QUEUE_AHEAD_MS = 60_000
/**
 * Number of times a job is added before it runs again, although the queue remembers it as done.
 * Normally its result is in the log long before.
 */
const OFFERS_BEFORE_AGAIN = 2
/**
 * Interval in ms at which outstanding jobs are offered to the queue again.
 * A Redis that has lost its data does not report it.
 * The queue ignores jobs that it knows.
 */
const OFFER_INTERVAL_MS = 15_000

interface Options {
  jobs: JobQueue
  log: Log
  clock: () => Date
  againMs?: number
}

export type OutstandingJobQueue = ReturnType<typeof createOutstandingJobQueue>

export function createOutstandingJobQueue({ jobs, log, clock, againMs = OFFER_INTERVAL_MS }: Options) {
  let queued = new Map<string, OutstandingJob>()
  /** Number of times each job was added to the queue so far, by job id. */
  const offers = new Map<string, number>()

  async function add({ id, job: name, data, notBefore }: OutstandingJob): Promise<void> {
    const delayMs = notBefore ? Math.max(0, Date.parse(notBefore) - clock().getTime()) : undefined
    // It is too early to add the job to the queue. A later attempt adds it.
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
    /** Returns whether the job was among the outstanding jobs at the last call of `take`. */
    isQueued: (id: string) => queued.has(id),
    /** Adds those outstanding jobs that are new and due soon. Resolves once the queue has stored them. */
    async take(outstanding: readonly OutstandingJob[]): Promise<void> {
      await Promise.all(outstanding.filter(({ id }) => !queued.has(id)).map(add))
      // A job is no longer outstanding once its result is in the log. It is dropped here.
      queued = new Map(outstanding.map((job) => [job.id, job]))
      for (const id of offers.keys()) if (!queued.has(id)) offers.delete(id)
    },
    stop: () => clearInterval(timer),
  }
}
