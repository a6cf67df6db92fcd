/**
 * Entries that this device stores until the server responds.
 * Each response changes them.
 */
import { isServerRefusal, type RequestFailure } from '#web/lib/api/api.ts'

/** Name of the database with a driver's actions and route sheet. */
export const SHIFT_DATABASE = 'wastesense-shift'

export interface StoredEntry {
  /**
   * Idempotency-Key of the entry.
   * All attempts share it, because the command must run only once.
   */
  key: string
  /** Owner of the entry. Other users neither send nor see it. */
  userId: string
  /**
   * Time of creation by this device's clock, in epoch ms.
   * It is only displayed, because the clock may be wrong or change.
   */
  madeAt: number
  /** Position in the queue, ascending; undefined for entries of an earlier version. */
  place?: number
  /**
   * Time (epoch ms) until which the outbox does not send.
   * Until then the entry's dialog sends it, or undo is possible.
   */
  heldUntil: number
  /** Set before the first attempt; from then the server may have the entry. */
  tried?: true
  /**
   * The server's id for the result.
   * The entry is removed once the screen has shown the result.
   */
  sentAs?: string
  /**
   * The server's text of refusal.
   * The entry is removed when its owner dismisses it.
   */
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

/** Next step after a failed attempt: retry later, after a sign-in, or never. */
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
 * Maximum time in ms for which an open dialog may send an entry before the outbox does.
 * It exceeds a call's timeout (10 s).
 */
export const MAX_SEND_DELAY_MS = 15_000

/**
 * Returns whether the outbox must still wait with the entry.
 * Ignores waits above the limit; they come from a clock set back.
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
