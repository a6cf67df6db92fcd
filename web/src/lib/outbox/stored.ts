/**
 * Outbox entries, which this device stores until the server responds.
 * The response to an entry changes or removes the entry.
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
  /**
   * Id of the user who made the entry.
   * Only this user's session shows and sends the entry.
   */
  userId: string
  /**
   * Time at which the entry was created, by the device's clock, in epoch ms.
   * It is only displayed, because this clock may be wrong or change.
   */
  madeAt: number
  /**
   * Position in the outbox; lower numbers are sent first.
   * Undefined for entries that an earlier app version stored.
   */
  place?: number
  /**
   * Time (epoch ms) until which the outbox does not send the entry.
   * Until then a dialog can send the entry at once, or the user can undo it.
   */
  heldUntil: number
  /**
   * Set before the first attempt to send the entry.
   * From then on, the server may already have the entry.
   */
  tried?: true
  /**
   * Id that the server gave to the report or action.
   * The stored entry is removed once the screen has shown the result.
   */
  sentAs?: string
  /**
   * The server's message if it refused the entry.
   * The entry is removed when the user dismisses the message.
   */
  refusal?: string
}

/** Fields of an outbox entry that only the device needs. */
const OWN_FIELDS = {
  key: true,
  madeAt: true,
  place: true,
  heldUntil: true,
  tried: true,
  sentAs: true,
  refusal: true,
} satisfies Record<Exclude<keyof StoredEntry, 'userId'>, true>

/** Returns the request body of a stored outbox entry. */
export const entryBodyOf = <E extends StoredEntry>(entry: E) =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !Object.hasOwn(OWN_FIELDS, name))) as Omit<
    E,
    keyof typeof OWN_FIELDS
  >

/**
 * What happens after an entry could not be sent.
 * It is sent again later, sent again after a sign-in, or never sent again.
 */
type SendOutcome = 'wait' | 'signed-out' | 'refused'

/**
 * Returns what to do with an entry whose sending failed.
 * If the server's answer is unclear, the entry is sent again later.
 */
export function sendOutcomeOf(failure: RequestFailure): SendOutcome {
  if (failure.status === 401) return 'signed-out'
  return isServerRefusal(failure) ? 'refused' : 'wait'
}

export function isEntryWaiting({ sentAs, refusal }: Pick<StoredEntry, 'sentAs' | 'refusal'>): boolean {
  return sentAs === undefined && refusal === undefined
}

/**
 * While a dialog is open, only the dialog sends its stored entry.
 * After this time in ms, the outbox may send the entry too.
 * The time is longer than a request's timeout (10 s).
 */
export const MAX_SEND_DELAY_MS = 15_000

/**
 * Returns whether an outbox entry must still wait before it is sent.
 * Ignores waits above the limit, which result from a clock that was set back.
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
