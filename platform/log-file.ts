/**
 * A file in the data folder that is made of the log alone and follows it: brought up to the log with each question, some events
 * at a time, so that boards do not wait; made again when it is missing or of another log. Several processes may have it open.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { type EventStore, START, type StoredEvent } from './event-store/event-store.ts'
import { isSameMark, type LogMark, OtherLog } from './event-store/log-mark.ts'
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
    const isOfFormat = found.prepare('PRAGMA user_version').get()?.user_version === layout.format
    if (isOfFormat && hasTables(found, layout)) return found
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

/** Whether the database has every table of the layout as the layout makes it: a damaged schema may still be read as SQL. */
function hasTables(database: DatabaseSync, { tables }: Layout): boolean {
  const fresh = new DatabaseSync(':memory:')
  try {
    fresh.exec(tables)
    const found = new Set(schemaOf(database))
    return schemaOf(fresh).every((entry) => found.has(entry))
  } finally {
    fresh.close()
  }
}
const schemaOf = (database: DatabaseSync) =>
  database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema')
    .all()
    .map((entry) => JSON.stringify(entry))

/** SQLite's codes for a damaged file (https://sqlite.org/rescode.html): SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = [11, 26]
export const isDamaged = (error: unknown): boolean =>
  DAMAGED.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/** What is made of the log alone can be thrown away. */
export function removeLogFile(file: string): void {
  for (const end of ['', '-wal', '-shm', SEAL]) rmSync(`${file}${end}`, { force: true })
}

/** The end of the name of a file's seal. */
const SEAL = '.sum'
const CHUNK_BYTES = 1 << 20

/** CRC-32 of all that is written of the file. */
function sumOf(file: string): string {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let sum = 0
  for (const part of [file, `${file}-wal`]) {
    if (!existsSync(part)) continue
    const descriptor = openSync(part, 'r')
    try {
      for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk))
        sum = crc32(chunk.subarray(0, read), sum)
    } finally {
      closeSync(descriptor)
    }
  }
  return String(sum)
}

/** Notes what the file holds, once nothing of this process writes to it: the next opening notices damage to any part of it. */
export function sealLogFile(file: string): void {
  if (!existsSync(file)) return
  makePrivateFile(`${file}${SEAL}`)
  writeFileSync(`${file}${SEAL}`, sumOf(file))
}

/**
 * To be called before the file is opened to be written. Removes a file that is not as it was sealed. After a death there is no
 * seal, and the file is believed.
 */
export function unsealLogFile(file: string): void {
  const seal = `${file}${SEAL}`
  if (!existsSync(seal)) return
  const isWhole = readFileSync(seal, 'utf8') === sumOf(file)
  rmSync(seal, { force: true })
  if (!isWhole) removeLogFile(file)
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

/** The last event that a file took in: it names the log that the file is made of. */
export interface FileMark {
  last(): LogMark | undefined
  /** To be written in the same commit as what was made of the event. */
  set(mark: LogMark): void
}

export function openFileMark(database: DatabaseSync): FileMark {
  database.exec('CREATE TABLE IF NOT EXISTS log (position INTEGER NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL)')
  const select = database.prepare('SELECT position, id, at FROM log')
  const remove = database.prepare('DELETE FROM log')
  const insert = database.prepare('INSERT INTO log (position, id, at) VALUES (?, ?, ?)')
  return {
    last: () => select.get() as LogMark | undefined,
    set({ position, id, at }) {
      remove.run()
      insert.run(position, id, at)
    },
  }
}

export interface Following {
  store: Pick<EventStore, 'readStored' | 'readStoredFrom'>
  /** The last event that was taken in. */
  last(): LogMark | undefined
  /** Another process may have taken some of them in meanwhile. */
  take(events: readonly StoredEvent[]): void | Promise<void>
  /** Events of one commit, between two turns of whatever else waits for this thread. */
  batch: number
}

/**
 * Returns what takes in all that the log has got meanwhile, once at a time. It reads from the last event that was taken in, and
 * rejects with OtherLog where the log has another event there.
 */
export function createCatchUp({ store, last, take, batch }: Following): () => Promise<void> {
  /** The events after the last one. */
  async function next(mark: LogMark | undefined): Promise<StoredEvent[]> {
    if (!mark) return store.readStored(START, batch)
    const [known, ...events] = await store.readStoredFrom(mark.position, batch + 1)
    if (!known || !isSameMark(known, mark)) throw new OtherLog()
    return events
  }

  async function takeIn(): Promise<void> {
    for (;;) {
      const events = await next(last())
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
