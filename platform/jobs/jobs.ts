/** The jobs port: slow or unsafe work, done at least once, outside the answer to a command. */

export interface Job<Data extends object = object> {
  /** Derived from the event that asked for it: the same id is never queued twice while it is known. */
  id: string
  /** What is to be done; the key of the handler. */
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

/** A job that has failed and is tried again. */
export interface FailingJob {
  id: string
  name: string
  /** Tries that failed. */
  tries: number
  /** Why the last one did. */
  reason: string
  /** The earliest that it is tried next, in epoch ms: past while it is tried, or is about to be; absent where it is not by itself. */
  nextAt?: number
}

export interface AddOptions {
  delayMs?: number | undefined
  again?: boolean
}

/**
 * A queue of jobs. The rules are numbered; the conformance suite quotes them.
 *
 * - JO1 A job that was added is handed to one handler, by its name, at least once.
 * - JO2 Adding an id that is queued, running or done adds nothing (done ones are remembered for the last 10,000, by the embedded queue until it rests).
 * - JO3 A handler that throws is tried again with growing pauses (from 0.5 s, at most 30 s), for ever; a job is never dropped.
 * - JO4 `delayMs` holds a job back at least that long.
 * - JO5 At most `concurrency` handlers run at a time in this process.
 * - JO6 `close` waits for the running handlers, starts no other, and leaves the rest for later where the backing is durable.
 * - JO7 Data comes back deeply equal, any Unicode included.
 * - JO8 `counts` tells how many jobs wait, run, are delayed (retries included) and have failed.
 * - JO10 `failing` gives jobs that failed at least once and are not done, with why; at most so many, the soonest tried first.
 * - JO11 `retry` has such a job tried at once; false when there is none of this id, and it changes nothing then. Throws when the store
 *   can't tell.
 * - JO12 `again` has a job that is done done once more, for whoever knows that nothing came of it. One that is queued or running is
 *   left as it is.
 * - JO9 A name without a handler is an error that is logged and tried again, never silently dropped.
 */
export interface Jobs {
  add(job: Job, options?: AddOptions): Promise<void>
  /** Starts working; handlers by job name. */
  work(handlers: Record<string, JobHandler>, options?: { concurrency?: number }): void
  counts(): Promise<JobCounts>
  failing(limit: number): Promise<FailingJob[]>
  retry(id: string): Promise<boolean>
  close(): Promise<void>
}
