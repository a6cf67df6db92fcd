/**
 * Adds outstanding jobs to the queue shortly before they are due, and offers them again regularly.
 * After a restore of the log, the queue may remember such a job as done.
 * A job that remains outstanding then runs again, once.
 */
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/logging.ts'
import type { OutstandingJob } from './policy.ts'

/**
 * Jobs due later than this wait here instead of in the queue (ms), so that the embedded queue can close.
 * It must be longer than the interval of offers.
 */
const QUEUE_AHEAD_MS = 60_000
/**
 * After this number of offers, a job that the queue remembers as done runs again.
 * Normally its result is in the log long before.
 */
const OFFERS_BEFORE_AGAIN = 2
/**
 * Interval of offers, in ms.
 * A Redis that has lost its data does not report it.
 * The queue ignores jobs that it knows.
 */
const OFFER_INTERVAL_MS = 15_000

interface Options {
  jobs: Jobs
  log: Log
  clock: () => Date
  againMs?: number
}

export type Queue = ReturnType<typeof createJobQueue>

export function createJobQueue({ jobs, log, clock, againMs = OFFER_INTERVAL_MS }: Options) {
  let queued = new Map<string, OutstandingJob>()
  /** How often each job was offered. */
  const offers = new Map<string, number>()

  async function add({ id, job: name, data, notBefore }: OutstandingJob): Promise<void> {
    const delayMs = notBefore ? Math.max(0, Date.parse(notBefore) - clock().getTime()) : undefined
    // It is too early; a later offer adds the job.
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
    /** Returns whether the job was outstanding at the last call of `take`. */
    isQueued: (id: string) => queued.has(id),
    /** Adds new outstanding jobs that are due soon. Resolves once the queue has stored them. */
    async take(outstanding: readonly OutstandingJob[]): Promise<void> {
      await Promise.all(outstanding.filter(({ id }) => !queued.has(id)).map(add))
      // Jobs whose result is in the log are no longer outstanding, so they are dropped here.
      queued = new Map(outstanding.map((job) => [job.id, job]))
      for (const id of offers.keys()) if (!queued.has(id)) offers.delete(id)
    },
    stop: () => clearInterval(timer),
  }
}
