/** Reports jobs that hang or keep failing, and stuck queues. */

import { formatNumber } from '#domain/number-format.ts'
import { formatLargestUnit, type HealthProblem } from '#platform/health-checks.ts'
import type { Job, JobCounts, JobHandler, JobQueue } from '#platform/jobs/jobs.ts'

/** Time in ms before a running job is reported; normal jobs take seconds. */
const LONG_MS = 5 * 60_000
/** Time in ms before a stuck queue or failing job is reported. */
const STUCK_MS = 2 * 60_000

export interface JobWatchdog {
  /**
   * Wraps a job handler to watch its runs.
   * Runs longer than `longMs` are reported as a problem.
   */
  watched(handler: JobHandler, longMs?: number): JobHandler
  /**
   * Records the number of waiting jobs; undefined if the queue did not answer.
   * Must be called every few seconds.
   */
  saw(counts: Pick<JobCounts, 'waiting'> | undefined): void
  troubles(): HealthProblem[]
}

/**
 * Creates a watchdog for jobs that hang or fail, and for queues that do not move.
 * `now` is a monotonic clock in ms.
 */
export function createJobWatchdog(now = () => performance.now()): JobWatchdog {
  /** Running jobs by id: start time, and time after which the job is late, both in ms. */
  const running = new Map<string, { since: number; late: number }>()
  const failing = new Map<string, { since: number; last: number }>()
  let moved = now()
  let standsSince: number | undefined
  let silentSince: number | undefined

  async function run(handler: JobHandler, job: Job, longMs: number): Promise<void> {
    moved = now()
    running.set(job.id, { since: moved, late: moved + longMs })
    try {
      await handler(job)
      failing.delete(job.id)
    } catch (error) {
      failing.set(job.id, { since: failing.get(job.id)?.since ?? now(), last: now() })
      throw error
    } finally {
      moved = now()
      running.delete(job.id)
    }
  }

  /**
   * Removes failed jobs from the list if this process has not retried them for a while.
   * Another process must have completed them.
   */
  function forget(): void {
    for (const [id, { last }] of failing) if (now() - last > STUCK_MS) failing.delete(id)
  }

  const longest = (since: Iterable<number>) => now() - Math.min(now(), ...since)

  return {
    watched:
      (handler, longMs = LONG_MS) =>
      (job) =>
        run(handler, job, longMs),

    saw(counts) {
      forget()
      silentSince = counts ? undefined : (silentSince ?? now())
      // The queue is not stuck if a job was taken or completed since the last check.
      const stands = counts !== undefined && counts.waiting > 0 && (standsSince === undefined || moved <= standsSince)
      standsSince = stands ? (standsSince ?? now()) : undefined
    },

    troubles() {
      const late = [...running.values()].filter((job) => now() > job.late)
      const ran = longest(late.map(({ since }) => since))
      const failed = longest([...failing.values()].map(({ since }) => since))
      const count = formatNumber(failing.size)
      const stood = standsSince === undefined ? 0 : now() - standsSince
      const silent = silentSince === undefined ? 0 : now() - silentSince
      const reasons = [
        late.length > 0 && `A job has been running for ${formatLargestUnit(ran)}.`,
        failed > STUCK_MS &&
          `${failing.size === 1 ? '1 job has' : `${count} jobs have`} kept failing for ${formatLargestUnit(failed)}.`,
        stood > STUCK_MS && `Jobs are waiting, but none has started for ${formatLargestUnit(stood)}.`,
        silent > STUCK_MS && `The job queue has not answered the workers for ${formatLargestUnit(silent)}.`,
      ]
      return reasons.filter((reason) => reason !== false).map((reason) => ({ reason }))
    },
  }
}

/**
 * Returns a function that checks the job queue.
 * The queue counts as silent if it has not answered the previous check.
 */
export function createJobQueueCheck(jobs: Pick<JobQueue, 'counts'>, watch: JobWatchdog): () => void {
  let asked = false
  const answered = (counts?: JobCounts) => {
    asked = false
    watch.saw(counts)
  }
  return () => {
    if (asked) return watch.saw(undefined)
    asked = true
    jobs.counts().then(answered, () => answered())
  }
}
