/** Sends a report from a dialog and stores it, so that no failure loses it. */
import type { Failure } from '#web/lib/api/api.ts'
import { forget, storeReport, updateStoredReport } from './report-store.ts'
import { DIALOG_SEND_TIMEOUT_MS, type StoredReport, sendOutcomeOf } from './stored-report.ts'

export type NewReport = Pick<StoredReport, 'key' | 'userId' | 'description'>

/** `kept`: no response arrived, and this device stores the report. */
export type SendFailure = Failure & { kept?: boolean }

/**
 * Returns the result of `send`.
 * Rejects with a SendFailure.
 * `kept` is false after a refusal, or if this browser stores nothing.
 */
export async function sendOrStore<T>(report: NewReport, send: () => Promise<T>): Promise<T> {
  const now = Date.now()
  const kept = await storeReport({ ...report, madeAt: now, heldUntil: now + DIALOG_SEND_TIMEOUT_MS }).then(
    () => true,
    reportNotStored,
  )
  let answer: T
  try {
    answer = await send()
  } catch (error) {
    const failure = error as Failure
    if (!kept) throw failure
    if (sendOutcomeOf(failure) === 'refused') await forget(report.key)
    else await updateStoredReport(report.key, { heldUntil: 0 })
    throw { ...failure, kept: sendOutcomeOf(failure) !== 'refused' } satisfies SendFailure
  }
  if (kept) await forget(report.key)
  return answer
}

/** Private window or full disk: the report is sent without storage. */
function reportNotStored(error: unknown): false {
  console.warn('This browser keeps no reports for later.', error)
  return false
}
