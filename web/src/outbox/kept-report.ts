/** A report that stays on this device until the server has answered it, and what each answer means for it. */
import { type Failure, isRefusal } from '#web/calls/api.ts'

export interface KeptReport {
  /** The Idempotency-Key: the same for every try, so that no try doubles the report. */
  key: string
  /** Whose it is: nobody else sends it or sees it. */
  userId: string
  description: string
  /** When it was made by this device's clock, epoch ms. Only shown: that clock may be wrong, or set while the report waits. */
  madeAt: number
  /** Counts up with each report that is kept; absent of one that an earlier version kept. */
  place?: number
  /** Until then (epoch ms) the dialog that made it sends it itself. */
  heldUntil: number
  /** The id of the report that it became; it goes once the feed has shown that one. */
  sentAs?: string
  /** Why the server refused it; it goes when its owner has dismissed it. */
  refusal?: string
}

/** What a failed try means: try again later, try again once its owner has signed in, or never try again. */
export type Fate = 'wait' | 'signed-out' | 'refused'

/** What leaves open whether the report went in is sent again. */
export function fateOf(failure: Failure): Fate {
  if (failure.status === 401) return 'signed-out'
  return isRefusal(failure) ? 'refused' : 'wait'
}

export function isWaiting({ sentAs, refusal }: KeptReport): boolean {
  return sentAs === undefined && refusal === undefined
}

/** Longer than a call may take (10 s): until then nobody but the dialog sends the report. */
export const HOLD_MS = 15_000

/** A hold that ends later than any can is of a clock that was set back since: it holds nothing. */
export function isHeld({ heldUntil }: KeptReport, now: number): boolean {
  return heldUntil > now && heldUntil - now <= HOLD_MS
}

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 5 * 60_000

/** Milliseconds until the next try after `failed` tries in a row: doubling, at most five minutes. */
export function retryDelay(failed: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, failed - 1), LAST_RETRY_MS)
}
