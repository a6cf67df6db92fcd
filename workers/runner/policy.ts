/**
 * Interface of policies and their stored state.
 * A policy applies the log's events and derives the outstanding jobs.
 * Applying an event sends nothing.
 */

import type { Event } from '#contract/events.ts'
import type { InternalCommand } from '#contract/internal-commands.ts'
import type { RecordedFields } from '#platform/event-store/event-store.ts'
import type { JobDataOf, JobName } from '../jobs.ts'

/** A job that must run once; its `id` derives from the causing event. */
export type OutstandingJob = {
  [N in JobName]: {
    id: string
    job: N
    data: JobDataOf<N>
    /** Earliest run time (ISO 8601); undefined for at once. */
    notBefore?: string
    /**
     * Rank among background jobs, from 1 (see `createRankCounter`).
     * If set, all other jobs run first.
     */
    background?: number
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

/**
 * Returns a function that returns n at its n-th call with a key.
 * As ranks of background jobs, the numbers make turns:
 * many jobs of one key do not delay those of others.
 */
export function createRankCounter(): (key: string) => number {
  const counts = new Map<string, number>()
  return (key) => {
    const rank = (counts.get(key) ?? 0) + 1
    counts.set(key, rank)
    return rank
  }
}

/**
 * Rank of background jobs that repeat recent ones.
 * It exceeds `MAX_QUEUED_RANK`, so they wait for the next offer.
 * Most are then no longer outstanding.
 */
export const REPEATED_RANK = 1_000
/** Age in ms up to which an earlier job counts as recent. */
const RECENT_MS = 10_000

/**
 * Returns whether two times (epoch ms) are close.
 * The clock may have gone back between them.
 */
export const isRecent = (earlier: number | undefined, at: number): boolean =>
  earlier !== undefined && Math.abs(at - earlier) < RECENT_MS

/**
 * Returns the jobs, with all but the first of each key as background jobs.
 * Otherwise a person who causes thousands of one key would delay all other jobs.
 */
export function yieldFurtherJobs<Job extends OutstandingJob>(
  jobs: readonly Job[],
  keyOf: (job: Job) => string,
): OutstandingJob[] {
  const rankOf = createRankCounter()
  return jobs.map((job) => yieldAtRank(job, rankOf(keyOf(job))))
}

/** Returns the job as it is at rank 1, and as a background job above. */
export const yieldAtRank = <Job extends OutstandingJob>(job: Job, rank: number): Job =>
  rank === 1 ? job : { ...job, background: rank }

export interface Policy {
  /**
   * Applies the next event of the log.
   * `at` is its recording time in epoch ms, by default now.
   */
  evolve(event: Event & Partial<Pick<RecordedFields, 'position' | 'meta'>>, at?: number): void
  /** Returns requested jobs without a result in the log yet, in request order. */
  outstanding(): OutstandingJob[]
}

/**
 * Opens a named part of a policy's state, which is stored and restored after a restart.
 * Returns the stored part, or `first` if there is none.
 * A policy has no other state and changes its parts in place.
 * Parts consist of maps, sets, lists and objects of text and numbers.
 */
export type PolicyStatePartOpener = <T extends object>(part: string, first: T) => T

/** Opens policy state that is not stored: returns the initial state. */
export const openUnstoredState: PolicyStatePartOpener = (_, first) => first

/**
 * Returns a function that opens parts of the policy state.
 * The function puts `name` and a slash in front of each part's name.
 */
export const prefixPolicyStateParts =
  (keep: PolicyStatePartOpener, name: string): PolicyStatePartOpener =>
  (part, first) =>
    keep(`${name}/${part}`, first)

/** All parts of a policy's state, by name. */
export type PolicyStateParts = ReadonlyMap<string, object>

/**
 * Opens the parts of the policies' state.
 * Each part starts with its stored content, if any.
 */
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
 * Number of ids of completed work that are remembered.
 * 1,000 ids cover six weeks of hourly work, or three years of nightly work.
 * Ids older than that never occur again.
 */
const MAX_IDS = 1_000

/**
 * Adds an id, and removes the oldest id if there are too many.
 * The age is the order of ids in the log.
 * Times inside ids do not determine it, because a fast clock may create future ones.
 */
export function addRecentId(ids: Set<string>, id: string): void {
  ids.add(id)
  dropOldest(ids, MAX_IDS)
}

/**
 * Removes the entries that were added first, down to `most`.
 * Policy state is stored as a whole, so its parts must not grow for years.
 */
export function dropOldest(entries: Map<string, unknown> | Set<string>, most: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return
    entries.delete(oldest)
  }
}
