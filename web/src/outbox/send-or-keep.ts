/** Sends a report from a dialog; whatever becomes of the network, the page or the sign-in meanwhile, the report is not lost. */
import type { Failure } from '#web/calls/api.ts'
import { fateOf, HOLD_MS, type KeptReport } from './kept-report.ts'
import { amend, forget, keep } from './shelf.ts'

export type NewReport = Pick<KeptReport, 'key' | 'userId' | 'description'>

/** `kept`: no answer came, and the report waits on this device. */
export type SendFailure = Failure & { kept?: boolean }

/**
 * Answers what `send` answers. Rejects with a SendFailure: not kept when the server refused the report, or when no answer
 * came and this browser keeps nothing.
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

/** A private window, or a full disk: the report is sent all the same. */
function cannotKeep(error: unknown): false {
  console.warn('This browser keeps no reports for later.', error)
  return false
}
