/** Where kept reports lie: IndexedDB, which outlives the tab and the browser; every change is told to all tabs. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { KeptReport } from './kept-report.ts'

/** The name of the database, of the channel that tells of changes, and of the lock that one sender holds. */
export const OUTBOX = 'wastesense-outbox'

interface Schema extends DBSchema {
  reports: { key: string; value: KeptReport; indexes: { userId: string } }
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

/** One person's kept reports, oldest first. */
export async function keptOf(userId: string): Promise<KeptReport[]> {
  const reports = await (await database()).getAllFromIndex('reports', 'userId', userId)
  return reports.sort((a, b) => placeOf(a) - placeOf(b) || a.madeAt - b.madeAt)
}

const placeOf = ({ place = 0 }: KeptReport) => place

/** Puts a report behind all that are kept. Rejects when the browser keeps nothing, for example in a private window. */
export async function keep(report: KeptReport): Promise<void> {
  const transaction = (await database()).transaction('reports', 'readwrite')
  const last = Math.max(0, ...(await transaction.store.getAll()).map(placeOf))
  await transaction.store.put({ ...report, place: last + 1 })
  await transaction.done
  tell()
}

/** Changes a kept report; nothing happens when it is gone meanwhile. */
export async function amend(key: string, change: Partial<KeptReport>): Promise<void> {
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
