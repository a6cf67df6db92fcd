/**
 * Stores reports in IndexedDB, where they survive closing the tab and the browser.
 * It announces every change to all tabs.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Failure } from '#web/lib/api/api.ts'
import { DIALOG_SEND_TIMEOUT_MS, type StoredReport, sendOutcomeOf } from './stored-report.ts'

/** Name of the database, of the channel that announces changes, and of the lock for sending. */
export const OUTBOX = 'wastesense-outbox'

interface Schema extends DBSchema {
  reports: { key: string; value: StoredReport; indexes: { userId: string } }
}

let opened: Promise<IDBPDatabase<Schema>> | null = null

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(OUTBOX, 1, {
    upgrade(db) {
      db.createObjectStore('reports', { keyPath: 'key' }).createIndex('userId', 'userId')
    },
    terminated: () => {
      opened = null
    },
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

function tell(): void {
  const channel = new BroadcastChannel(OUTBOX)
  channel.postMessage(null)
  channel.close()
}

/** Returns one user's stored reports, oldest first. */
export async function storedReportsOf(userId: string): Promise<StoredReport[]> {
  const reports = await (await database()).getAllFromIndex('reports', 'userId', userId)
  return reports.sort((a, b) => placeOf(a) - placeOf(b) || a.madeAt - b.madeAt)
}

const placeOf = ({ place = 0 }: StoredReport) => place

/**
 * Stores a report after all others.
 * Rejects if the browser stores nothing, for example in a private window.
 */
export async function storeReport(report: StoredReport): Promise<void> {
  const transaction = (await database()).transaction('reports', 'readwrite')
  const last = Math.max(0, ...(await transaction.store.getAll()).map(placeOf))
  await transaction.store.put({ ...report, place: last + 1 })
  await transaction.done
  tell()
}

/** Changes a stored report. Does nothing if it has been removed. */
export async function updateStoredReport(key: string, change: Partial<StoredReport>): Promise<void> {
  const transaction = (await database()).transaction('reports', 'readwrite')
  const report = await transaction.store.get(key)
  if (report) await transaction.store.put({ ...report, ...change })
  await transaction.done
  tell()
}

export async function forget(key: string): Promise<void> {
  await (await database()).delete('reports', key)
  tell()
}

type NewReport = Pick<StoredReport, 'key' | 'userId' | 'description'>

/** Error of sending. `kept`: there was no answer, and this device has stored the report. */
export type SendFailure = Failure & { kept?: boolean }

/**
 * Sends a report and returns the result.
 * Rejects with a SendFailure. Its `kept` is false after a refusal, or if the browser stores nothing.
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

/** In a private window or with a full disk, the report is sent without storing it. */
function reportNotStored(error: unknown): false {
  console.warn('This browser keeps no reports for later.', error)
  return false
}
