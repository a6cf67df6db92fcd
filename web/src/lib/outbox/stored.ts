/** An entry that this device stores until the server responds, and the outcome of each response. */
import { type Failure, isRefusal } from '#web/lib/api/api.ts'

/** Name of the database of a driver's actions and sheets. */
export const SHIFT_DATABASE = 'wastesense-shift'

export interface StoredEntry {
  /** Idempotency-Key, the same for every attempt, so that none is executed twice. */
  key: string
  /** Owner; other users neither send nor see it. */
  userId: string
  /** When it was made by this device's clock, epoch ms. Only shown: that clock may be wrong, or set while the entry waits. */
  madeAt: number
  /** Counts up with each entry that is kept; absent of one that an earlier version kept. */
  place?: number
  /** Until then (epoch ms) nothing sends it: its dialog does, or it can still be undone. */
  heldUntil: number
  /** Set before the first attempt; the server may have it since. */
  tried?: true
  /** The server's name for the result; the entry is removed once the screen has shown it. */
  sentAs?: string
  /** Text of the server's refusal; the entry is removed when its owner dismisses it. */
  refusal?: string
}

/** Outcome of a failed attempt: retry later, retry after a sign-in, or never. */
type SendOutcome = 'wait' | 'signed-out' | 'refused'

/** Returns the outcome; an unclear failure is retried. */
export function sendOutcomeOf(failure: Failure): SendOutcome {
  if (failure.status === 401) return 'signed-out'
  return isRefusal(failure) ? 'refused' : 'wait'
}

export function isWaiting({ sentAs, refusal }: Pick<StoredEntry, 'sentAs' | 'refusal'>): boolean {
  return sentAs === undefined && refusal === undefined
}

/** Longest hold, in ms; a dialog's, which is longer than a call's timeout (10 s). */
export const MAX_HOLD_MS = 15_000

/**
 * Returns true while nothing may send the entry.
 * A longer hold comes from a clock that was set back, and is ignored.
 */
export function isHeld({ heldUntil }: Pick<StoredEntry, 'heldUntil'>, now: number): boolean {
  return heldUntil > now && heldUntil - now <= MAX_HOLD_MS
}

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 5 * 60_000

/** Returns the ms until the next attempt after `failed` failures: doubling, at most five minutes. */
export function retryDelay(failed: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, failed - 1), LAST_RETRY_MS)
}
