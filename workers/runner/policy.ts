/** What a policy is: a fold over the log that knows which jobs are outstanding. Folding sends nothing. */
import type { Event } from '#contract/events.ts'
import type { SystemCommand } from '#contract/system-commands.ts'
import type { Recorded } from '#platform/event-store/event-store.ts'
import type { DataOf, JobName } from '../jobs.ts'

/** A job that is to be done once; `id` is derived from the event that asked for it. */
export type Outstanding = {
  [N in JobName]: {
    id: string
    job: N
    data: DataOf<N>
    /** Not before this time (ISO 8601); at once when absent. */
    notBefore?: string
  }
}[JobName]

/** Nothing is to be done but to send a command. */
export type CommandJob = Extract<Outstanding, { job: 'send-command' }>

export const commandJob = (id: string, data: SystemCommand, notBefore?: string): CommandJob => ({
  id,
  job: 'send-command',
  data,
  ...(notBefore !== undefined && { notBefore }),
})

export interface Policy {
  /** Takes in the next event of the log. `at`: when it was recorded, in epoch ms; just now when absent. */
  evolve(event: Event & Partial<Pick<Recorded, 'position' | 'meta'>>, at?: number): void
  /** The jobs asked for and not yet seen to have happened, in the order they were asked for. */
  outstanding(): Outstanding[]
}
