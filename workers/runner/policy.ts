/** What a policy is: a fold over the log that knows which jobs are outstanding. Folding sends nothing. */
import type { Event } from '#contract/events.ts'
import type { SystemCommand } from '#contract/system-commands.ts'

/** A command that is to be sent once; `id` is derived from the event that asked for it. */
export interface Outstanding {
  id: string
  command: SystemCommand
  /** Not before this time (ISO 8601); at once when absent. */
  notBefore?: string
}

export interface Policy {
  /** Takes in the next event of the log. `at`: when it was recorded, in epoch ms; just now when absent. */
  evolve(event: Event, at?: number): void
  /** The commands asked for and not yet seen to have happened, in the order they were asked for. */
  outstanding(): Outstanding[]
}
