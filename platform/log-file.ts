/**
 * SQLite file in the data folder, built from the log and following it.
 * Queries first add new events, in batches that do not block web requests.
 * A missing file or one of another log is rebuilt.
 * Several processes may open it.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { databaseErrorReasonOf, sqliteCodeOf } from './disk-errors.ts'
import { type EventStore, LOG_START, type StoredEvent, StoreUnavailable } from './event-store/event-store.ts'
import { isSameMark, type LogMark, LogReplaced } from './event-store/log-mark.ts'
import { makePrivateFile } from './private-files.ts'

/** Version and tables of a database file that is built from the log. */
interface Layout {
  /**
   * Version of the tables' layout.
   * A file with another version is rebuilt from the log.
   */
  format: number
  /** Repeatable SQL that creates the tables. */
  tables: string
}

/** Time in ms to wait for another process that opens or deletes the file, which takes milliseconds. */
const LOCK_TIMEOUT_MS = 1_000

/** Whether another connection has locked the file: SQLITE_BUSY. */
export const isDatabaseBusyError = (error: unknown): boolean => sqliteCodeOf(error) === 5

/**
 * Runs `work` while no other process opens, creates or deletes the file.
 * Otherwise a process could delete what another has just created.
 * Locks a file beside it that is never deleted.
 * The lock ends with its process.
 */
function withFileLock<T>(file: string, work: () => T): T {
  const name = `${file}.lock`
  makePrivateFile(name)
  const lock = new DatabaseSync(name)
  try {
    lockExclusively(lock, file)
    return work()
  } finally {
    lock.close()
  }
}

function lockExclusively(lock: DatabaseSync, file: string): void {
  try {
    lock.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS}; BEGIN EXCLUSIVE`)
  } catch (error) {
    const sentence = isDatabaseBusyError(error)
      ? `Another process is opening ${file}.`
      : `${file}.lock can't be used: ${databaseErrorReasonOf(error, file)}.`
    throw new StoreUnavailable(sentence, { cause: error })
  }
}

/**
 * Opens the database in `file`.
 * Recreates a file that is unusable or has another format.
 * Another process that has the deleted file open keeps it until it closes it.
 */
export const openDerivedDatabase = (file: string, layout: Layout): DatabaseSync =>
  withFileLock(file, () => openOrRecreate(file, layout))

function openOrRecreate(file: string, layout: Layout): DatabaseSync {
  try {
    const found = openPreparedDatabase(file, layout)
    const isOfFormat = found.prepare('PRAGMA user_version').get()?.user_version === layout.format
    if (isOfFormat && hasTables(found, layout)) return found
    found.close()
  } catch (error) {
    if (!isDatabaseDamagedError(error)) throw error
  }
  removeFiles(file)
  const made = openPreparedDatabase(file, layout)
  made.exec(`PRAGMA user_version = ${layout.format}`)
  return made
}

function openPreparedDatabase(file: string, { tables }: Layout): DatabaseSync {
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

/**
 * Returns whether the file contains all expected tables and indexes.
 * Opening it does not show this, because SQLite may accept a damaged schema.
 */
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
export const isDatabaseDamagedError = (error: unknown): boolean => DAMAGED.includes(sqliteCodeOf(error))

/** Deletes the file, which can be rebuilt from the log. */
export const removeDerivedDatabase = (file: string): void => withFileLock(file, () => removeFiles(file))

function removeFiles(file: string): void {
  for (const end of ['', '-wal', '-shm', CHECKSUM_SUFFIX]) rmSync(`${file}${end}`, { force: true })
}

/** Suffix of the file that stores the checksum. */
const CHECKSUM_SUFFIX = '.sum'
const CHUNK_BYTES = 1 << 20

/** Returns the CRC-32 of the file and its write-ahead log. */
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

/**
 * Stores the file's checksum after the last write of this process.
 * The next start then detects any damage.
 */
export function storeFileChecksum(file: string): void {
  if (!existsSync(file)) return
  makePrivateFile(`${file}${CHECKSUM_SUFFIX}`)
  writeFileSync(`${file}${CHECKSUM_SUFFIX}`, sumOf(file))
}

/**
 * Deletes a database file that differs from its stored checksum.
 * Call it before opening the file for writing.
 * After a crash there is no checksum, and the file is trusted.
 */
export function deleteFileIfChecksumDiffers(file: string): void {
  const stored = storedChecksumOf(file)
  if (stored === undefined) return
  const isWhole = stored === sumOf(file)
  withFileLock(file, () => {
    // Another process may have compared the file meanwhile.
    if (storedChecksumOf(file) !== stored) return
    if (isWhole) rmSync(`${file}${CHECKSUM_SUFFIX}`, { force: true })
    else removeFiles(file)
  })
}

function storedChecksumOf(file: string): string | undefined {
  try {
    return readFileSync(`${file}${CHECKSUM_SUFFIX}`, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Runs `write` without a sync.
 * A power cut may lose the data; a process crash does not.
 */
export function runWithoutSync<T>(database: DatabaseSync, write: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL')
  try {
    return write()
  } finally {
    database.exec('PRAGMA synchronous = FULL')
  }
}

export function runInTransaction<T>(database: DatabaseSync, write: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = write()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // If the disk is full, SQLite has already rolled back, so there may be no open transaction.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Identity of the log that a file belongs to: the last event stored in it. */
export interface FileLogMark {
  last(): LogMark | undefined
  /** Stores the identity of the file's last event, in the transaction that adds the event. */
  set(mark: LogMark): void
}

export function openFileLogMark(database: DatabaseSync): FileLogMark {
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

interface CatchUpOptions {
  store: Pick<EventStore, 'readStored' | 'readStoredFrom'>
  /** Returns position and id of the last event in the file. */
  last(): LogMark | undefined
  /**
   * Adds events of the log to the file.
   * The events may include some that another process has already added.
   */
  take(events: readonly StoredEvent[]): void | Promise<void>
  /** Events per commit; other work gets a turn between commits. */
  batch: number
}

/**
 * Returns a function that copies all new events of the log to the file.
 * Concurrent calls run one after the other.
 * It rejects with LogReplaced if the log no longer contains the last copied event.
 */
export function createLogCatchUp({ store, last, take, batch }: CatchUpOptions): () => Promise<void> {
  /** Returns the next batch of events after the file's last event. */
  async function next(mark: LogMark | undefined): Promise<StoredEvent[]> {
    if (!mark) return store.readStored(LOG_START, batch)
    const [known, ...events] = await store.readStoredFrom(mark.position, batch + 1)
    if (!known || !isSameMark(known, mark)) throw new LogReplaced()
    return events
  }

  async function takeIn(): Promise<void> {
    for (;;) {
      const events = await next(last())
      if (events.length === 0) return
      await take(events)
      await nextTurn()
    }
  }
  let running = Promise.resolve()
  return () => {
    running = running.catch(() => undefined).then(takeIn)
    return running
  }
}
