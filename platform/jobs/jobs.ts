/** Jobs port: runs slow or unreliable work at least once, outside commands' responses. */

export interface Job<Data extends object = object> {
  /**
   * Id of the job, derived from the event that caused the job.
   * The queue does not add a job whose id it remembers.
   */
  id: string
  /** Name of the job type, by which the worker finds the handler. */
  name: string
  data: Data
}

export type JobHandler = (job: Job) => Promise<void>

export interface JobCounts {
  waiting: number
  active: number
  delayed: number
  failed: number
}

/** Job that has failed and is retried. */
export interface FailingJob {
  id: string
  name: string
  /** Count of failed tries. */
  tries: number
  /** Why the job's last attempt failed. */
  reason: string
  /**
   * Earliest time of the job's next attempt, in epoch ms.
   * The time is in the past during an attempt and just before it.
   * Absent if no retry is scheduled.
   */
  nextAt?: number
}

export interface AddOptions {
  delayMs?: number | undefined
  again?: boolean
  /** Rank of a background job, from 1; lower ranks run first. */
  background?: number | undefined
}

/**
 * A queue of jobs.
 * The rules are numbered; the conformance suite quotes them.
 *
 * - JO1 An added job runs in the handler of its name, at least once.
 * - JO2 Adding an id that is queued, running or done adds nothing.
 * The last 10,000 done ids are remembered.
 *   The embedded queue forgets them when it closes because it is idle.
 * - JO3 A handler that throws is retried for ever, with pauses from 0.5 s to 30 s; a job is never dropped.
 * - JO4 `delayMs` delays a job at least that long.
 * - JO5 At most `concurrency` handlers run at a time in this process.
 * - JO6 `close` waits for running handlers and starts no other; a durable store keeps the rest.
 * - JO7 Data comes back deeply equal, any Unicode included.
 * - JO8 `counts` returns the waiting, active, delayed (including retries) and failed jobs.
 * - JO10 `failing` returns at most `limit` unfinished jobs that failed, with the reason, soonest retry first.
 * - JO11 `retry` retries such a job at once; it returns false and changes nothing if there is none of this id.
 *   It throws if the store does not answer.
 * - JO12 `again` repeats a job that is done, for callers that know it had no effect.
 * A queued or running job
 *   stays as it is.
 * A job that is due in more than five minutes runs at once.
 * - JO13 A `background` job starts only while no other job waits.
 *   Among background jobs, those of a lower rank start first.
 * - JO9 A name without a handler is an error: logged and retried, never silently dropped.
 */
export interface JobQueue {
  add(job: Job, options?: AddOptions): Promise<void>
  /** Starts the work on jobs, with handlers by job name. */
  work(handlers: Record<string, JobHandler>, options?: { concurrency?: number }): void
  counts(): Promise<JobCounts>
  failing(limit: number): Promise<FailingJob[]>
  retry(id: string): Promise<boolean>
  close(): Promise<void>
}
