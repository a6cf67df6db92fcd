/**
 * An IndexedDB store of entries that survives closing the tab and browser.
 * It announces every change to all tabs.
 */
import { type IDBPDatabase, openDB } from 'idb'
import { isEntryWaiting, isSendDelayed, type StoredEntry } from './stored.ts'

export interface EntryStore<T extends StoredEntry> {
  /**
   * Name of the browser database.
   * The channel for its changes and the lock for sending have the same name.
   */
  name: string
  /** Returns one user's outbox entries, oldest first. */
  storedOf(userId: string): Promise<T[]>
  /**
   * Changes an entry of the outbox.
   * Does nothing if the entry was removed.
   */
  update(key: string, change: Partial<T>): Promise<void>
  forget(key: string): Promise<void>
  /**
   * Marks outbox entries as tried.
   * Returns the entries that can still be sent.
   */
  claim(entries: readonly T[], now: number): Promise<T[]>
}

export interface EntryDatabase {
  name: string
  /** Creates the object stores of a new database. */
  create(database: IDBPDatabase): void
}

/** Returns a function that opens a database on its first call, and again after the browser has closed it. */
export function createDatabaseOpener({ name, create }: EntryDatabase): () => Promise<IDBPDatabase> {
  let opened: Promise<IDBPDatabase> | null = null
  const forget = () => {
    opened = null
  }
  return () => {
    opened ??= openDB(name, 1, {
      upgrade: create,
      terminated: forget,
      // Closes the database, because a later app version must change its stores.
      blocking(_current, _blocked, event) {
        ;(event.target as IDBDatabase).close()
        forget()
      },
    }).catch((error: unknown) => {
      forget()
      throw error
    })
    return opened
  }
}

/** Creates the IndexedDB object store for an outbox's entries. */
export function createEntryObjectStore(database: IDBPDatabase, entries: string): void {
  database.createObjectStore(entries, { keyPath: 'key' }).createIndex('userId', 'userId')
}

/** Announces a database change to all tabs, including this one. */
export function announceChange(name: string): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  channel.close()
}

export const queueOrderOf = ({ place = 0 }: StoredEntry) => place

/** Returns the position at the end of the outbox's queue. */
export const nextQueuePlaceOf = (all: readonly StoredEntry[]): number => Math.max(0, ...all.map(queueOrderOf)) + 1

export const sortEntries = <T extends StoredEntry>(entries: readonly T[]): T[] =>
  [...entries].sort((a, b) => queueOrderOf(a) - queueOrderOf(b) || a.madeAt - b.madeAt)

/** Returns a store of outbox entries that uses the IndexedDB object store `entries`. */
export function createEntryStore<T extends StoredEntry>(
  name: string,
  entries: string,
  open: () => Promise<IDBPDatabase>,
): EntryStore<T> {
  const changing = async () => (await open()).transaction(entries, 'readwrite')
  return {
    name,
    async storedOf(userId) {
      return sortEntries<T>(await (await open()).getAllFromIndex(entries, 'userId', userId))
    },
    async update(key, change) {
      const transaction = await changing()
      const entry: T | undefined = await transaction.store.get(key)
      if (entry) await transaction.store.put({ ...entry, ...change })
      await transaction.done
      announceChange(name)
    },
    async forget(key) {
      await (await open()).delete(entries, key)
      announceChange(name)
    },
    async claim(wanted, now) {
      const transaction = await changing()
      const found: (T | undefined)[] = await Promise.all(wanted.map(({ key }) => transaction.store.get(key)))
      const free = found.filter(
        (entry) => entry !== undefined && isEntryWaiting(entry) && !isSendDelayed(entry, now),
      ) as T[]
      for (const entry of free) if (!entry.tried) await transaction.store.put({ ...entry, tried: true })
      await transaction.done
      return free
    },
  }
}
