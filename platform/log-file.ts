/**
 * A file in the data folder that is made of the log alone and follows it: brought up to the log with each question, some events
 * at a time, so that boards do not wait; made again when it is missing. Several processes may have it open.
 */
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventStore, Position, StoredEvent } from './event-store/event-store.ts'
import { makePrivateFile } from './private-files.ts'

/** What is in such a file. */
export interface Layout {
  /** Of how the tables look: a file of another format is made anew. */
  format: number
  /** As SQL that may be run again. */
  tables: string
}

/** Opens the database in `file`; one that can't be opened, or is of another format, is made anew. */
export function openLogFile(file: string, layout: Layout): DatabaseSync {
  try {
    const found = prepared(file, layout)
    if (found.prepare('PRAGMA user_version').get()?.user_version === layout.format) return found
    found.close()
  } catch (error) {
    if (!isDamaged(error)) throw error
  }
  removeLogFile(file)
  const made = prepared(file, layout)
  made.exec(`PRAGMA user_version = ${layout.format}`)
  return made
}

function prepared(file: string, { tables }: Layout): DatabaseSync {
  makePrivateFile(file)
  const database = new DatabaseSync(file)
  try {
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000; ${tables}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite's codes for a damaged file (https://sqlite.org/rescode.html): SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = [11, 26]
export const isDamaged = (error: unknown): boolean =>
  DAMAGED.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/** What is made of the log alone can be thrown away. */
export function removeLogFile(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
}

/** All of it is written, or nothing. */
export function inOne<T>(database: DatabaseSync, write: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = write()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // Of a full disk SQLite has undone it by then.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

export interface Following {
  store: Pick<EventStore, 'readStored'>
  /** The position of the last event that was taken in. */
  last(): Position
  /** Another process may have taken some of them in meanwhile. */
  take(events: readonly StoredEvent[]): void | Promise<void>
  /** Events of one commit, between two turns of whatever else waits for this thread. */
  batch: number
}

/** What takes in all that the log has got meanwhile, once at a time. */
export function createCatchUp({ store, last, take, batch }: Following): () => Promise<void> {
  async function takeIn(): Promise<void> {
    for (;;) {
      const events = await store.readStored(last(), batch)
      if (events.length > 0) await take(events)
      if (events.length < batch) return
      await nextTurn()
    }
  }
  let running = Promise.resolve()
  return () => {
    running = running.catch(() => undefined).then(takeIn)
    return running
  }
}
