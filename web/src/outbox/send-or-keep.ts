/** Sends a report from a dialog and stores it, so that no failure loses it. */
import type { Failure } from '#web/calls/api.ts'
import { fateOf, HOLD_MS, type KeptReport } from './kept-report.ts'
import { amend, forget, keep } from './shelf.ts'

export type NewReport = Pick<KeptReport, 'key' | 'userId' | 'description'>

/** `kept`: no response arrived, and this device stores the report. */
export type SendFailure = Failure & { kept?: boolean }

/**
 * Returns the result of `send`.
 * Rejects with a SendFailure.
 * `kept` is false after a refusal, or if this browser stores nothing.
 */
export async function sendOrKeep<T>(report: NewReport, send: () => Promise<T>): Promise<T> {
  const now = Date.now()
  const kept = await keep({ ...report, madeAt: now, heldUntil: now + HOLD_MS }).then(() => true, cannotKeep)
  let answer: T
  try {
    answer = await send()
  } catch (error) {
    const failure = error as Failure
    if (!kept) throw failure
    if (fateOf(failure) === 'refused') await forget(report.key)
    else await amend(report.key, { heldUntil: 0 })
    throw { ...failure, kept: fateOf(failure) !== 'refused' } satisfies SendFailure
  }
  if (kept) await forget(report.key)
  return answer
}

/** Private window or full disk: the report is sent without storage. */
function cannotKeep(error: unknown): false {
  console.warn('This browser keeps no reports for later.', error)
  return false
}
