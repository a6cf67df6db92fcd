/**
 * Queues outstanding jobs shortly before they are due, and again at intervals.
 * After a log restore, the queue may remember such a job as done.
 * A job that stays outstanding then runs again, once.
 */
import type { JobQueue } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/logging.ts'
import type { OutstandingJob } from './policy.ts'

/**
 * Time in ms before its due time at which a job is queued.
 * Later jobs wait in this process: the embedded queue could not close with them.
 * It must exceed `OFFER_INTERVAL_MS`, at which outstanding jobs are queued again.
 */
const QUEUE_AHEAD_MS = 60_000
/**
 * A queue may remember a job as done although its result is not in the log.
 * After this number of offers, the queue runs such a job again.
 * Normally the result is in the log long before.
 */
const OFFERS_BEFORE_AGAIN = 2
/**
 * Interval in ms at which outstanding jobs are offered to the queue again.
 * Redis does not report lost data.
 * The queue ignores known jobs.
 */
const OFFER_INTERVAL_MS = 15_000

/**
 * Highest rank of a background job in the queue.
 * Jobs of higher rank wait in this process.
 * They wait until the log has the results of those before them.
 * Thousands of jobs added at once would delay even those that run first.
 */
const MAX_QUEUED_RANK = 8
/**
 * Maximum number of waiting jobs that are queued at each `OFFER_INTERVAL_MS`.
 * Some jobs never have a result in the log, such as unwanted notifications.
 * They must not keep those behind them waiting.
 */
const MAX_WAITING_OFFERED = 100

/** Largest backward step of the clock that is a normal correction, in ms. */
const CLOCK_STEP_MS = 60_000

interface Options {
  jobs: JobQueue
  log: Log
  clock: () => Date
  againMs?: number
}

export type OutstandingJobQueue = ReturnType<typeof createOutstandingJobQueue>

export function createOutstandingJobQueue({ jobs, log, clock, againMs = OFFER_INTERVAL_MS }: Options) {
  let queued = new Map<string, OutstandingJob>()
  /** Number of times that each job was added to the queue, by job id. */
  const offers = new Map<string, number>()

  async function add({ id, job: name, data, notBefore, background }: OutstandingJob): Promise<void> {
    const delayMs = notBefore ? Math.max(0, Date.parse(notBefore) - clock().getTime()) : undefined
    const again = offers.get(id) === OFFERS_BEFORE_AGAIN
    await jobs.add({ id, name, data }, { delayMs, ...(again && { again }), ...(background && { background }) })
    offers.set(id, (offers.get(id) ?? 0) + 1)
  }

  /** Returns whether the job is due soon; others wait in this process. */
  const isDueSoon = ({ notBefore }: OutstandingJob) =>
    notBefore === undefined || Date.parse(notBefore) - clock().getTime() <= QUEUE_AHEAD_MS

  /** Returns whether the job waits in this process for others before it. */
  const isWaiting = ({ id, background = 0 }: OutstandingJob) => background > MAX_QUEUED_RANK && !offers.has(id)

  function jobsToOffer(): OutstandingJob[] {
    const due = [...queued.values()].filter(isDueSoon)
    const { waiting = [], others = [] } = Object.groupBy(due, (job) => (isWaiting(job) ? 'waiting' : 'others'))
    const next = waiting.sort((a, b) => (a.background ?? 0) - (b.background ?? 0)).slice(0, MAX_WAITING_OFFERED)
    return [...others, ...next]
  }

  let lookedAt = clock().getTime()

  /**
   * Counts the offers anew if the clock was set back.
   * The queue may then hold jobs until a time far ahead.
   */
  function watchClock(): void {
    const now = clock().getTime()
    if (now < lookedAt - CLOCK_STEP_MS) offers.clear()
    lookedAt = now
  }

  let offering = false
  async function offerAll(): Promise<void> {
    if (offering) return
    offering = true
    watchClock()
    try {
      await Promise.all(jobsToOffer().map(add))
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
    /**
     * Adds new outstanding jobs that are due soon and do not wait for others.
     * Resolves once they are stored.
     */
    async take(outstanding: readonly OutstandingJob[]): Promise<void> {
      await Promise.all(outstanding.filter((job) => !offers.has(job.id) && !isWaiting(job) && isDueSoon(job)).map(add))
      // Drops jobs with a result in the log, because they are no longer outstanding.
      queued = new Map(outstanding.map((job) => [job.id, job]))
      for (const id of offers.keys()) if (!queued.has(id)) offers.delete(id)
    },
    stop: () => clearInterval(timer),
  }
}
