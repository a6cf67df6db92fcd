/**
 * Implements the jobs port on BullMQ, for any of its stores.
 * Adds endless retries, remembered ids and a bounded close.
 */

import {
  type BackendFactory,
  type Job as BullJob,
  ErrorCode,
  type IQueueBackend,
  type JobsOptions,
  withBackend,
} from 'bullmq'
import {
  bullmqIdOf,
  retryDelayMsOf as defaultPauseAfter,
  deserializeJob,
  type JobsLog,
  runJobHandler,
  type SerializedJob,
  serializeJob,
} from './bullmq-jobs.ts'
import type { FailingJob, Job, JobQueue } from './jobs.ts'

/**
 * Connection to the store of the queue.
 * `release` frees it after the queue and its worker have closed.
 */
interface JobsStore<Connection> {
  connection: Connection
  backend: BackendFactory<IQueueBackend, Connection>
  release(): Promise<void>
}

const DONE_JOBS_LIMIT = 10_000
/**
 * Number of completed jobs after which old completed jobs are removed.
 * A cleanup takes longer the more completed jobs the queue remembers.
 */
const CLEANUP_INTERVAL_JOBS = 500
const DEFAULT_CONCURRENCY = 4
const POLL_EVERY_S = 5
/**
 * Time limit of running handlers at `close`, in ms.
 * A durable store repeats jobs of slower handlers.
 */
const HANDLERS_CLOSE_TIMEOUT_MS = 7000
/**
 * Time limit for closing the job store, in ms.
 * Together with the time limit for handlers, it is below the 10 s that containers allow.
 */
const STORE_CLOSE_TIMEOUT_MS = 2000
/**
 * Lifetime of a job's lock, in ms.
 * After this time, another process takes over a job whose process has died.
 */
const LOCK_MS = 15_000
/** Pause in ms before the next request to an unreachable store. */
const STORE_AWAY_MS = 2000
/**
 * Maximum number of tries of a job.
 * At 30 s per try, they last a thousand years.
 * The number fits into the Postgres store's 32-bit column.
 */
const FOR_EVER = 1_000_000_000

/**
 * Maximum number of jobs that a search for failing jobs reads, for each state of a job.
 * A failed job waits at most 30 s for its retry, so it is among the first in the queue.
 */
const FAILING_SCAN_LIMIT = 1_000

/**
 * Longest delay in ms of a job in the queue.
 * A longer delay comes from a clock that was ahead.
 */
const DELAY_LIMIT_MS = 5 * 60_000

/** Highest priority number of BullMQ, which runs last; jobs without priority run first. */
const MAX_PRIORITY = 2_097_152

const JOB_OPTIONS: JobsOptions = {
  attempts: FOR_EVER,
  backoff: { type: 'custom' },
  // The log has each try's error, so stack traces are not stored.
  stackTraceLimit: 0,
}

export interface JobTimings {
  /** Returns the pause in ms after `triesMade` tries, of which the last failed. */
  pauseAfter?: (triesMade: number) => number
  /** Interval of polling by an idle worker, in s. */
  pollEveryS?: number
  /** Time limit of running handlers at `close`, in ms. */
  handlersPatienceMs?: number
}

/**
 * Opens the queue without waiting for its store.
 * `add` and `counts` wait until the store has started.
 */
export function openBullmqJobs<Connection>(
  queueName: string,
  store: JobsStore<Connection>,
  log: JobsLog,
  {
    pauseAfter = defaultPauseAfter,
    pollEveryS = POLL_EVERY_S,
    handlersPatienceMs = HANDLERS_CLOSE_TIMEOUT_MS,
  }: JobTimings = {},
): JobQueue {
  const bull = withBackend(store.backend)
  const { connection } = store
  // Keep BullMQ's event stream short, since no one reads it.
  const queue = new bull.Queue<SerializedJob>(queueName, {
    connection,
    defaultJobOptions: JOB_OPTIONS,
    streams: { events: { maxLen: 100 } },
  })
  const report = (error: Error) => log.error({ err: error, queue: queueName }, 'job queue')
  queue.on('error', report)
  let worker: InstanceType<typeof bull.Worker<SerializedJob, void>> | undefined
  let closing: Promise<void> | undefined
  let added = 0
  let started = false
  queue.waitUntilReady().then(
    () => {
      started = true
    },
    (error) => closing || report(error),
  )

  /**
   * Prepares a known job to run again.
   * Removes a completed job, and promotes one with a wrong due time.
   */
  async function prepareAgain(jobId: string): Promise<void> {
    const known = await queue.getJob(jobId)
    if (known && (await known.isDelayed())) return promoteIfWrong(known)
    if (!known || !(await known.isCompleted())) return
    try {
      await known.remove()
    } catch (error) {
      // Ignores the error if another process has re-added the completed job.
      if (await known.isCompleted()) throw error
    }
  }

  async function promoteIfWrong(job: BullJob<SerializedJob>): Promise<void> {
    if (dueTimeOf(job) - Date.now() <= DELAY_LIMIT_MS) return
    try {
      await job.promote()
    } catch (error) {
      // Ignores the error if the job has already started.
      if (!isJobGoneError(error)) throw error
    }
  }

  const close = async () => {
    try {
      // Waits for running handlers only if the job store has started.
      // Before the start, no handler runs.
      if (worker && started && !(await within(handlersPatienceMs, worker.pause()))) {
        log.warn({ queue: queueName }, 'handlers did not finish in time at close')
      }
      const closed = Promise.all([worker?.close(true), queue.close()])
      if (!(await within(STORE_CLOSE_TIMEOUT_MS, closed)))
        log.warn({ queue: queueName }, 'the job store did not answer at close')
    } finally {
      await store.release()
    }
  }

  return {
    async add(job: Job, options = {}) {
      if (closing) throw new Error('jobs are closed')
      if (options.again) await prepareAgain(bullmqIdOf(job.id))
      const removeOnComplete = added++ % CLEANUP_INTERVAL_JOBS === 0 && { count: DONE_JOBS_LIMIT }
      await queue.add(job.name, serializeJob(job), {
        jobId: bullmqIdOf(job.id),
        delay: options.delayMs,
        priority: options.background && Math.min(options.background, MAX_PRIORITY),
        removeOnComplete,
      })
    },
    work(handlers, options = {}) {
      if (worker || closing) throw new Error(worker ? 'already working' : 'jobs are closed')
      worker = new bull.Worker<SerializedJob, void>(
        queueName,
        (job) =>
          runJobHandler(deserializeJob(job.data), handlers, {
            log,
            triesMade: job.attemptsMade + 1,
            pauseAfter,
            isClosing: () => closing !== undefined,
          }),
        {
          connection,
          concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
          maxStalledCount: FOR_EVER,
          lockDuration: LOCK_MS,
          stalledInterval: LOCK_MS / 3,
          runRetryDelay: STORE_AWAY_MS,
          drainDelay: pollEveryS,
          settings: { backoffStrategy: pauseAfter },
        },
      )
      worker.on('error', report)
      worker.on('stalled', (id) => log.warn({ id, queue: queueName }, 'a worker abandoned a job; trying again'))
    },
    async counts() {
      const {
        waiting = 0,
        prioritized = 0,
        active = 0,
        delayed = 0,
        failed = 0,
      } = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed')
      return { waiting: waiting + prioritized, active, delayed, failed }
    },
    async failing(limit) {
      const jobs = await queue.getJobs(
        ['active', 'waiting', 'prioritized', 'delayed', 'failed'],
        0,
        FAILING_SCAN_LIMIT,
        true,
      )
      return jobs
        .filter(hasFailed)
        .map(toFailing)
        .sort((a, b) => (a.nextAt ?? 0) - (b.nextAt ?? 0))
        .slice(0, limit)
    },
    async retry(id) {
      const job = await queue.getJob(bullmqIdOf(id))
      if (!job || !hasFailed(job)) return false
      try {
        if (await job.isFailed()) await job.retry()
        else await job.promote()
        return true
      } catch (error) {
        // Ignores the error if the job has already started.
        // The caller only wanted the job to run now.
        if (!isJobGoneError(error)) throw error
        log.info({ err: error, id, queue: queueName }, 'a job no longer waits for a retry')
        return false
      }
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}

/**
 * Returns whether a job operation failed because the job is missing or in another state.
 * BullMQ reports this with the same error codes on Redis and on Postgres.
 */
export function isJobGoneError(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === ErrorCode.JobNotExist || code === ErrorCode.JobNotInState
}

/**
 * Returns whether the promise resolved within `ms`.
 * Throws the promise's error if it rejects in time.
 */
async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  return Promise.race([promise.then(() => true), late]).finally(() => clearTimeout(timer))
}

const hasFailed = (job: BullJob<SerializedJob> | undefined): job is BullJob<SerializedJob> =>
  job !== undefined && job.attemptsMade > 0 && job.failedReason !== undefined

/**
 * Returns when a delayed job is due, in epoch ms, or slightly earlier.
 * The time of a failure is unknown.
 * The pause is therefore added to the start of the attempt.
 */
const dueTimeOf = (job: BullJob<SerializedJob>) => (job.processedOn ?? job.timestamp) + job.delay

function toFailing(job: BullJob<SerializedJob>): FailingJob {
  const { id, name } = deserializeJob(job.data)
  const nextAt = job.finishedOn ? undefined : dueTimeOf(job)
  return { id, name, tries: job.attemptsMade, reason: job.failedReason ?? '', ...(nextAt !== undefined && { nextAt }) }
}
