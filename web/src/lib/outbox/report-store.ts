/** Storage of a resident's reports that wait to be sent. */
import type { RequestFailure } from '#web/lib/api/api.ts'
import {
  announceChange,
  createDatabaseOpener,
  createEntryObjectStore,
  createEntryStore,
  type EntryStore,
  nextQueuePlaceOf,
} from './shelf.ts'
import { MAX_SEND_DELAY_MS, type StoredEntry, sendOutcomeOf } from './stored.ts'
import type { StoredReport } from './stored-report.ts'

export const REPORT_DATABASE = 'wastesense-outbox'
const REPORTS = 'reports'

const open = createDatabaseOpener({
  name: REPORT_DATABASE,
  create: (database) => createEntryObjectStore(database, REPORTS),
})
export const reportEntries: EntryStore<StoredReport> = createEntryStore(REPORT_DATABASE, REPORTS, open)
export const { storedOf: storedReportsOf, update: updateStoredReport, forget: deleteStoredReport } = reportEntries

/**
 * Stores a report at the end of the queue of unsent reports.
 * Rejects if the browser cannot store data, as in a private window.
 */
export async function storeReport(report: StoredReport): Promise<void> {
  const transaction = (await open()).transaction(REPORTS, 'readwrite')
  await transaction.store.put({ ...report, place: nextQueuePlaceOf(await transaction.store.getAll()) })
  await transaction.done
  announceChange(REPORT_DATABASE)
}

type NewReport = Omit<StoredReport, Exclude<keyof StoredEntry, 'key' | 'userId'>>

/**
 * Error of sending a report.
 * `kept` is true if there was no answer and this device stored the report.
 */
export type SendFailure = RequestFailure & { kept?: boolean }

/**
 * Stores a report on the device, sends it and returns the server's result.
 * Rejects with a SendFailure.
 * Its field `kept` is true only if the device stored the report and the server did not refuse it.
 */
export async function sendOrStore<T>(report: NewReport, send: () => Promise<T>): Promise<T> {
  const now = Date.now()
  const kept = await storeReport({ ...report, madeAt: now, heldUntil: now + MAX_SEND_DELAY_MS }).then(
    () => true,
    reportNotStored,
  )
  let answer: T
  try {
    answer = await send()
  } catch (error) {
    const failure = error as RequestFailure
    if (!kept) throw failure
    if (sendOutcomeOf(failure) === 'refused') await deleteStoredReport(report.key)
    else await updateStoredReport(report.key, { heldUntil: 0 })
    throw { ...failure, kept: sendOutcomeOf(failure) !== 'refused' } satisfies SendFailure
  }
  if (kept) await deleteStoredReport(report.key)
  return answer
}

/**
 * Logs that this browser could not store the unsent report (private window, full disk).
 * The report is sent all the same.
 */
function reportNotStored(error: unknown): false {
  console.warn('This browser keeps no reports for later.', error)
  return false
}
