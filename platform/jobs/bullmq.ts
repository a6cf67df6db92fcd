/** The jobs port on BullMQ, whatever store it runs on: retries for ever, ids remembered, a bounded close. */

import {
  type BackendFactory,
  type Job as BullJob,
  ErrorCode,
  type IQueueBackend,
  type JobsOptions,
  withBackend,
} from 'bullmq'
import { type Envelope, openJob, safeId, sealJob } from './envelope.ts'
import { pauseAfter as defaultPauseAfter, run } from './handle.ts'
import type { FailingJob, Job, Jobs } from './jobs.ts'
import type { JobsLog } from './log.ts'

/** Where the queue lives. `release` frees the connection once the queue and its worker are closed. */
export interface JobsStore<Connection> {
  connection: Connection
  backend: BackendFactory<IQueueBackend, Connection>
  release(): Promise<void>
}

const REMEMBERED_DONE = 10_000
/** Forgetting the oldest costs time in proportion to what is remembered, so only every so many jobs does it. */
const FORGET_EVERY = 500
const DEFAULT_CONCURRENCY = 4
const POLL_EVERY_S = 5
/** Handlers that run longer than this at `close` are left; their jobs are done again later where the store is durable. */
const HANDLERS_PATIENCE_MS = 7000
/** Together with the above less than the 10 s that a container is given to stop. */
const STORE_PATIENCE_MS = 2000
/** The job of a process that was killed is taken up by another after this time and a little more. */
const LOCK_MS = 15_000
/** A store that was away is asked again after this time. */
const STORE_AWAY_MS = 2000
/** Fits the 32-bit column of the Postgres store; at 30 s a try that is about a thousand years. */
const FOR_EVER = 1_000_000_000

/** Of each state. Those that failed wait 30 s at most: among what is delayed they come first, but for what is due in that time. */
const LOOKED_THROUGH = 1_000

const JOB_OPTIONS: JobsOptions = {
  attempts: FOR_EVER,
  backoff: { type: 'custom' },
  // The log tells why a try failed; kept stacks would only grow.
  stackTraceLimit: 0,
}

export interface JobsTimes {
  /** The pause after a failed try in ms, by the number of tries. */
  pauseAfter?: (triesMade: number) => number
  /** How long an idle worker waits for a message of its store before it looks for jobs by itself, in s. */
  pollEveryS?: number
  /** How long `close` waits for running handlers, in ms. */
  handlersPatienceMs?: number
}

/** Opens the queue at once; `add` and `counts` wait inside for a store that is still starting. */
export function openJobs<Connection>(
  queueName: string,
  store: JobsStore<Connection>,
  log: JobsLog,
  {
    pauseAfter = defaultPauseAfter,
    pollEveryS = POLL_EVERY_S,
    handlersPatienceMs = HANDLERS_PATIENCE_MS,
  }: JobsTimes = {},
): Jobs {
  const bull = withBackend(store.backend)
  const { connection } = store
  // Nobody reads BullMQ's event stream, so it need not be long.
  const queue = new bull.Queue<Envelope>(queueName, {
    connection,
    defaultJobOptions: JOB_OPTIONS,
    streams: { events: { maxLen: 100 } },
  })
  const report = (error: Error) => log.error({ err: error, queue: queueName }, 'job queue')
  queue.on('error', report)
  let worker: InstanceType<typeof bull.Worker<Envelope, void>> | undefined
  let closing: Promise<void> | undefined
  let added = 0
  let started = false
  queue.waitUntilReady().then(
    () => {
      started = true
    },
    (error) => closing || report(error),
  )

  async function forgetDone(jobId: string): Promise<void> {
    const done = await queue.getJob(jobId)
    if (!done || !(await done.isCompleted())) return
    try {
      await done.remove()
    } catch (error) {
      // Another process has added it again meanwhile, and it is being done.
      if (await done.isCompleted()) throw error
    }
  }

  const close = async () => {
    try {
      // In a store that never started no handler runs.
      if (worker && started && !(await within(handlersPatienceMs, worker.pause()))) {
        log.warn({ queue: queueName }, 'handlers did not end in time at close and are left')
      }
      const closed = Promise.all([worker?.close(true), queue.close()])
      if (!(await within(STORE_PATIENCE_MS, closed))) log.warn({ queue: queueName }, 'job store silent at close')
    } finally {
      await store.release()
    }
  }

  return {
    async add(job: Job, options = {}) {
      if (closing) throw new Error('jobs are closed')
      if (options.again) await forgetDone(safeId(job.id))
      const removeOnComplete = added++ % FORGET_EVERY === 0 && { count: REMEMBERED_DONE }
      await queue.add(job.name, sealJob(job), { jobId: safeId(job.id), delay: options.delayMs, removeOnComplete })
    },
    work(handlers, options = {}) {
      if (worker || closing) throw new Error(worker ? 'already working' : 'jobs are closed')
      worker = new bull.Worker<Envelope, void>(
        queueName,
        (job) => run(openJob(job.data), handlers, { log, triesMade: job.attemptsMade + 1, pauseAfter }),
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
      worker.on('stalled', (id) => log.warn({ id, queue: queueName }, 'job was left by its worker, tried again'))
    },
    async counts() {
      const {
        waiting = 0,
        active = 0,
        delayed = 0,
        failed = 0,
      } = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed')
      return { waiting, active, delayed, failed }
    },
    async failing(limit) {
      const jobs = await queue.getJobs(['active', 'waiting', 'delayed', 'failed'], 0, LOOKED_THROUGH, true)
      return jobs
        .filter(hasFailed)
        .map(toFailing)
        .sort((a, b) => (a.nextAt ?? 0) - (b.nextAt ?? 0))
        .slice(0, limit)
    },
    async retry(id) {
      const job = await queue.getJob(safeId(id))
      if (!job || !hasFailed(job)) return false
      try {
        if (await job.isFailed()) await job.retry()
        else await job.promote()
        return true
      } catch (error) {
        // It was taken up by itself meanwhile, which is what was asked for.
        if (!hasMovedOn(error)) throw error
        log.info({ err: error, id, queue: queueName }, 'a job was not waiting to be tried again any more')
        return false
      }
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** Whether the store says that a job is not there, or not in the state that was asked for: on Redis and Postgres alike. */
export function hasMovedOn(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === ErrorCode.JobNotExist || code === ErrorCode.JobNotInState
}

/** Whether the promise settled well within the time; its failure is the caller's. */
async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  return Promise.race([promise.then(() => true), late]).finally(() => clearTimeout(timer))
}

const hasFailed = (job: BullJob<Envelope> | undefined): job is BullJob<Envelope> =>
  job !== undefined && job.attemptsMade > 0 && job.failedReason !== undefined

function toFailing(job: BullJob<Envelope>): FailingJob {
  const { id, name } = openJob(job.data)
  // Nothing tells when the try failed; the pause after it is counted from when it began, which is earlier by what the try took.
  const nextAt = job.finishedOn ? undefined : (job.processedOn ?? job.timestamp) + job.delay
  return { id, name, tries: job.attemptsMade, reason: job.failedReason ?? '', ...(nextAt !== undefined && { nextAt }) }
}
