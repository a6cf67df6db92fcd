/**
 * IndexedDB store of reports, which survives tab and browser.
 * It announces every change to all tabs.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { StoredReport } from './stored-report.ts'

/** Name of the database, the channel of changes and the sender's lock. */
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

/** Puts a report behind all that are kept. Rejects when the browser keeps nothing, for example in a private window. */
export async function storeReport(report: StoredReport): Promise<void> {
  const transaction = (await database()).transaction('reports', 'readwrite')
  const last = Math.max(0, ...(await transaction.store.getAll()).map(placeOf))
  await transaction.store.put({ ...report, place: last + 1 })
  await transaction.done
  tell()
}

/** Changes a stored report; does nothing if it was removed. */
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
