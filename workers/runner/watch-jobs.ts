/** Watches the jobs: one that does not end, one that fails again and again, and a queue from which nothing is taken. */

import type { Job, JobCounts, JobHandler, Jobs } from '#platform/jobs/jobs.ts'
import { inWords, type Trouble } from '#platform/troubles.ts'
import { figure } from '#rules/figure.ts'

/** A job takes seconds; so much longer, in ms, something is wrong with it. */
const LONG_MS = 5 * 60_000
/** So long a queue may stand still while jobs wait, and a job fail, before it is told, in ms. */
const STUCK_MS = 2 * 60_000

export interface JobsWatch {
  /** The handler, watched. `longMs`: what takes longer is told, in ms. */
  watched(handler: JobHandler, longMs?: number): JobHandler
  /** What is in the queue now; undefined when it did not answer. To be told every few seconds. */
  saw(counts: Pick<JobCounts, 'waiting'> | undefined): void
  troubles(): Trouble[]
}

/** `now` in ms; it only ever goes forward. */
export function watchJobs(now = () => performance.now()): JobsWatch {
  /** Since when each runs, and when that is too long. */
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

  /** What is not tried again here was done by another process of the same queue. */
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
      // A job that was taken or done since the last look shows that the queue moves.
      const stands = counts !== undefined && counts.waiting > 0 && (standsSince === undefined || moved <= standsSince)
      standsSince = stands ? (standsSince ?? now()) : undefined
    },

    troubles() {
      const late = [...running.values()].filter((job) => now() > job.late)
      const ran = longest(late.map(({ since }) => since))
      const failed = longest([...failing.values()].map(({ since }) => since))
      const count = figure(failing.size)
      const stood = standsSince === undefined ? 0 : now() - standsSince
      const silent = silentSince === undefined ? 0 : now() - silentSince
      const reasons = [
        late.length > 0 && `A job has been running for ${inWords(ran)}.`,
        failed > STUCK_MS &&
          `${failing.size === 1 ? '1 job fails' : `${count} jobs fail`} again and again, for ${inWords(failed)} by now.`,
        stood > STUCK_MS && `Jobs are waiting, and none was taken up for ${inWords(stood)}.`,
        silent > STUCK_MS && `The job queue has not answered the workers for ${inWords(silent)}.`,
      ]
      return reasons.filter((reason) => reason !== false).map((reason) => ({ reason }))
    },
  }
}

/** One look into the queue. A queue that has not answered the last one has been silent since. */
export function lookInto(jobs: Pick<Jobs, 'counts'>, watch: JobsWatch): () => void {
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
