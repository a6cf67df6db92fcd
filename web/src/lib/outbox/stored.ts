/** Entries that this device stores until the server responds, and how each response changes them. */
import { isServerRefusal, type RequestFailure } from '#web/lib/api/api.ts'

/** Name of the database with a driver's actions and route sheet. */
export const SHIFT_DATABASE = 'wastesense-shift'

export interface StoredEntry {
  /** Idempotency-Key of the entry. Every attempt uses the same key, so that the command is executed only once. */
  key: string
  /** User who owns the entry. Other users neither send nor see it. */
  userId: string
  /**
   * Time at which the entry was made, by this device's clock, in epoch ms.
   * It is only shown, because the clock may be wrong or may be changed while the entry waits.
   */
  madeAt: number
  /** Position in the queue; higher for each further entry. Undefined for an entry that an earlier version stored. */
  place?: number
  /** Time (epoch ms) until which the outbox does not send the entry: its dialog sends it, or it can still be undone. */
  heldUntil: number
  /** Set before the first attempt. From then on the server may have the entry. */
  tried?: true
  /** Id that the server gave to the result. The entry is removed once the screen has shown the result. */
  sentAs?: string
  /** Text with which the server refused the entry. The entry is removed when its owner dismisses it. */
  refusal?: string
}

/** Fields of an entry that this device alone needs. */
const OWN_FIELDS = {
  key: true,
  madeAt: true,
  place: true,
  heldUntil: true,
  tried: true,
  sentAs: true,
  refusal: true,
} satisfies Record<Exclude<keyof StoredEntry, 'userId'>, true>

/** Returns the body that an entry sends. */
export const entryBodyOf = <E extends StoredEntry>(entry: E) =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !Object.hasOwn(OWN_FIELDS, name))) as Omit<
    E,
    keyof typeof OWN_FIELDS
  >

/** Meaning of a failed attempt: retry later, retry after a sign-in, or never retry. */
type SendOutcome = 'wait' | 'signed-out' | 'refused'

/** Returns what a failed attempt means. An unclear failure is retried. */
export function sendOutcomeOf(failure: RequestFailure): SendOutcome {
  if (failure.status === 401) return 'signed-out'
  return isServerRefusal(failure) ? 'refused' : 'wait'
}

export function isEntryWaiting({ sentAs, refusal }: Pick<StoredEntry, 'sentAs' | 'refusal'>): boolean {
  return sentAs === undefined && refusal === undefined
}

/**
 * Longest time in ms during which the outbox waits for a dialog to send an entry.
 * It is longer than a call's timeout (10 s).
 */
export const MAX_SEND_DELAY_MS = 15_000

/**
 * Returns whether the outbox may not send the entry yet.
 * A wait longer than the limit comes from a clock that was set back, and is ignored.
 */
export function isSendDelayed({ heldUntil }: Pick<StoredEntry, 'heldUntil'>, now: number): boolean {
  return heldUntil > now && heldUntil - now <= MAX_SEND_DELAY_MS
}

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 5 * 60_000

/**
 * Returns the ms until the next attempt, after `failed` failures.
 * The time doubles with each failure, up to five minutes.
 */
export function outboxRetryDelayMs(failed: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, failed - 1), LAST_RETRY_MS)
}
