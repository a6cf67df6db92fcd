/**
 * Interface of policies: folds over the log that know the outstanding jobs.
 * Folding sends nothing.
 */
import type { Event } from '#contract/events.ts'
import type { InternalCommand } from '#contract/internal-commands.ts'
import type { Recorded } from '#platform/event-store/event-store.ts'
import type { DataOf, JobName } from '../jobs.ts'

/** A job to run once; `id` derives from the event that caused it. */
export type OutstandingJob = {
  [N in JobName]: {
    id: string
    job: N
    data: DataOf<N>
    /** Earliest time (ISO 8601); immediately when absent. */
    notBefore?: string
  }
}[JobName]

/** A job that only sends a command. */
export type CommandJob = Extract<OutstandingJob, { job: 'send-command' }>

export const commandJob = (id: string, data: InternalCommand, notBefore?: string): CommandJob => ({
  id,
  job: 'send-command',
  data,
  ...(notBefore !== undefined && { notBefore }),
})

export interface Policy {
  /**
   * Folds the next event of the log.
   * `at` is its recording time in epoch ms; the current time when absent.
   */
  evolve(event: Event & Partial<Pick<Recorded, 'position' | 'meta'>>, at?: number): void
  /** Returns the requested jobs without a recorded result, in order of their request. */
  outstanding(): OutstandingJob[]
}
