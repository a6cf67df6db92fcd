/**
 * Interface of policies, and of the state that they store.
 * A policy applies the events of the log and derives the outstanding jobs.
 * Applying an event sends nothing.
 */

import type { Event } from '#contract/events.ts'
import type { InternalCommand } from '#contract/internal-commands.ts'
import type { RecordedFields } from '#platform/event-store/event-store.ts'
import type { JobDataOf, JobName } from '../jobs.ts'

/** A job that has to run once. Its `id` derives from the event that caused it. */
export type OutstandingJob = {
  [N in JobName]: {
    id: string
    job: N
    data: JobDataOf<N>
    /** Earliest time at which the job may run (ISO 8601). If undefined, it may run at once. */
    notBefore?: string
  }
}[JobName]

/** A job that only sends a command. */
export type CommandJob = Extract<OutstandingJob, { job: 'send-command' }>

export const createCommandJob = (id: string, data: InternalCommand, notBefore?: string): CommandJob => ({
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

/**
 * Stores the state of a policy as named parts, which the policy gets back after a restart.
 * Returns the stored part, or `first` if there is none.
 * A policy has no other state, and changes its parts in place.
 * A part consists of maps, sets, lists and objects of text and numbers.
 */
export type PolicyStatePartOpener = <T extends object>(part: string, first: T) => T

/** Stores nothing. */
export const openUnstoredState: PolicyStatePartOpener = (_, first) => first

/** Returns a function that opens stored parts of a policy's state, with a prefix before their names. */
export const prefixPolicyStateParts =
  (keep: PolicyStatePartOpener, name: string): PolicyStatePartOpener =>
  (part, first) =>
    keep(`${name}/${part}`, first)

/** All parts of the state by name, with their present content. */
export type PolicyStateParts = ReadonlyMap<string, object>

/** Opens the parts of the state. Each starts with its stored content, if any. */
export function openPolicyStateParts(kept: PolicyStateParts = new Map()): {
  keep: PolicyStatePartOpener
  parts: PolicyStateParts
} {
  const parts = new Map<string, object>()
  const keep: PolicyStatePartOpener = <T extends object>(part: string, first: T) => {
    if (parts.has(part)) throw new Error(`two parts are called ${part}`)
    const known = (kept.get(part) ?? first) as T
    parts.set(part, known)
    return known
  }
  return { keep, parts }
}

/**
 * Number of remembered ids of completed work.
 * 1,000 hourly ids cover six weeks, 1,000 nightly ids three years. No id is repeated after so long a time.
 */
const MAX_IDS = 1_000

/**
 * Adds an id, and drops the oldest ids beyond the limit.
 * The order in the log determines the age.
 * The times inside ids do not, because a fast clock may have created future ones.
 */
export function addRecentId(ids: Set<string>, id: string): void {
  ids.add(id)
  for (const oldest of ids) {
    if (ids.size <= MAX_IDS) return
    ids.delete(oldest)
  }
}
