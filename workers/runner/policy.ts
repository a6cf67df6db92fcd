/**
 * Interface of policies.
 * A policy applies the events of the log and derives the outstanding jobs.
 * Applying an event sends nothing.
 */
import type { Event } from '#contract/events.ts'
import type { InternalCommand } from '#contract/internal-commands.ts'
import type { RecordedFields } from '#platform/event-store/event-store.ts'
import type { DataOf, JobName } from '../jobs.ts'

/** A job that has to run once. Its `id` derives from the event that caused it. */
export type OutstandingJob = {
  [N in JobName]: {
    id: string
    job: N
    data: DataOf<N>
    /** Earliest time at which the job may run (ISO 8601). If undefined, it may run at once. */
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
   * Applies the next event of the log.
   * `at` is the time at which it was recorded, in epoch ms; by default the present time.
   */
  evolve(event: Event & Partial<Pick<RecordedFields, 'position' | 'meta'>>, at?: number): void
  /** Returns the requested jobs whose result is not in the log yet, in the order in which they were requested. */
  outstanding(): OutstandingJob[]
}
