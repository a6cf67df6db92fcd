/** Wraps a queue that opens with its first job and closes when idle. */

import type { JobsLog } from './bullmq-jobs.ts'
import type { JobQueue } from './jobs.ts'

const NOTHING = { waiting: 0, active: 0, delayed: 0, failed: 0 }

interface Options {
  /** Opens an empty queue at once; jobs wait until it has started. */
  open: () => JobQueue
  /**
   * Time in ms after which an idle queue may close.
   * Every added job restarts this time.
   */
  restAfterMs: number
  log: JobsLog
}

/**
 * Wraps a job queue that loses its jobs when it closes.
 * While the queue is closed, all its counts are 0.
 * Closing also discards the ids of completed jobs, like a restart.
 */
export function createOnDemandJobs({ open, restAfterMs, log }: Options): JobQueue {
  let awake: JobQueue | undefined
  /** Count of jobs being added, not yet in the queue's counts. */
  let entering = 0
  let isStarted = false
  let work: Parameters<JobQueue['work']> | undefined
  let timer: NodeJS.Timeout | undefined
  let going: Promise<void> = Promise.resolve()
  let closing: Promise<void> | undefined

  function wake(): JobQueue {
    if (awake) return awake
    awake = open()
    isStarted = false
    if (work) awake.work(...work)
    return awake
  }

  function lookLater(): void {
    clearTimeout(timer)
    timer = setTimeout(rest, restAfterMs).unref()
  }

  async function rest(): Promise<void> {
    const looked = timer
    const isEmpty = await awake?.counts().then(
      (counts) => Object.values(counts).every((count) => count === 0),
      () => false,
    )
    // Do nothing if a job arrived in the meantime and started a new timer.
    if (closing || timer !== looked) return
    if (isEmpty) going = close().catch((error) => log.error({ err: error }, 'the job queue did not close'))
    else lookLater()
  }

  async function close(): Promise<void> {
    const idle = awake
    awake = undefined
    clearTimeout(timer)
    await idle?.close()
  }

  return {
    async add(job, options) {
      if (closing) throw new Error('jobs are closed')
      lookLater()
      const queue = wake()
      entering++
      try {
        await queue.add(job, options)
        if (queue === awake) isStarted = true
      } finally {
        entering--
      }
    },
    work(handlers, options) {
      if (work || closing) throw new Error(work ? 'already working' : 'jobs are closed')
      work = [handlers, options]
      awake?.work(handlers, options)
    },
    // Before the queue has started, counts only the jobs being added, and does not wait for the start.
    counts: async () => (awake && isStarted ? awake.counts() : { ...NOTHING, waiting: entering }),
    failing: async (limit) => (awake && isStarted ? awake.failing(limit) : []),
    retry: async (id) => (awake ? awake.retry(id) : false),
    close() {
      closing ??= Promise.all([going, close()]).then(() => undefined)
      return closing
    },
  }
}
