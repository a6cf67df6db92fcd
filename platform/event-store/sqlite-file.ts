/** Provides the log's SQLite file: its statements and its errors. */
import type { DatabaseSync } from 'node:sqlite'
import { copyDatabase } from '../backup/copy.ts'
import { databaseErrorReasonOf, sqliteCodeOf } from '../disk-errors.ts'
import { isDatabaseDamagedError } from '../log-file.ts'
import { checksumOf } from './checksum.ts'
import {
  LOG_START,
  type LoggedEvent,
  type NewEvent,
  type Position,
  StoreDamaged,
  type StoredEvent,
  StoreUnavailable,
  toPosition,
} from './event-store.ts'
import {
  assertCompleteStream,
  assertNoGaps,
  createRowConverter,
  type EventRow,
  eventsStartingAt,
  toVerifiedEvent,
  verifyRow,
} from './sqlite-events.ts'
import { checkLogDatabase, openLogDatabase } from './sqlite-open.ts'

/**
 * Columns of an event row, in the order in which SQLite returns the values as an array.
 * For a million rows, adding column names would take longer than reading the values.
 */
const COLUMNS = 'position, stream, revision, id, type, at, data, meta, checksum'
const AT_ONCE = 2_000
/**
 * Limit of characters that one read returns.
 * Each read verifies checksums, which blocks the thread.
 */
const READ_LIMIT_CHARS = 2 * 1024 * 1024

export interface LogFile {
  /**
   * Runs `work` in one transaction, with one sync.
   * Rolls back if it throws.
   */
  inTransaction(work: () => void): void
  insert(stream: string, revision: number, event: NewEvent, at: number): LoggedEvent
  /**
   * Returns the events of a stream from a revision on, by default all.
   * Returns fewer than `limit` if their data is large, but at least one.
   */
  stream(stream: string, from?: number, limit?: number): LoggedEvent[]
  /** Returns the revision of a stream's last event. */
  lastRevision(stream: string): number | undefined
  after(position: Position, limit: number): LoggedEvent[]
  storedAfter(position: Position, limit: number): StoredEvent[]
  storedFrom(position: Position, limit: number): StoredEvent[]
  head(): Position | undefined
  copyTo(file: string): Promise<void>
  close(): void
}

/**
 * Opens or creates the event log's SQLite file, which no other process may use.
 * Throws StoreUnavailable if the file is damaged, not a log, or in use.
 * `say` receives a message after a migration.
 */
export function openEventLogFile(file: string, say: (sentence: string) => void = () => {}): LogFile {
  const database = openLogDatabase(file, say)
  try {
    return translateReadErrors(() => logIn(database, file))
  } catch (error) {
    if (database.isOpen) database.close()
    throw error
  }
}

function logIn(database: DatabaseSync, file: string): LogFile {
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, at, data, meta, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING position',
  )
  const selectStream = database.prepare(
    `SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`,
  )
  const selectLast = database.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?')
  const selectAfter = database.prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`)
  const selectFrom = database.prepare(`SELECT ${COLUMNS} FROM events WHERE position >= ? ORDER BY position LIMIT ?`)
  selectFrom.setReturnArrays(true)
  selectStream.setReturnArrays(true)
  selectAfter.setReturnArrays(true)
  const convert = createRowConverter((position) => translateReadErrors(() => rowsOf(selectFrom.all(position, 1))[0]))
  /** Converts row by row, so large events are never in memory at once. */
  const eventsIn = (rows: Iterable<unknown>) =>
    Array.from(rows as Iterable<EventRow>, (row) => toVerifiedEvent(row, convert))

  /** Converts rows until their data exceeds the character limit. */
  function limitedEventsIn(rows: Iterable<unknown>): LoggedEvent[] {
    const events: LoggedEvent[] = []
    let chars = 0
    for (const row of rows as Iterable<EventRow>) {
      events.push(toVerifiedEvent(row, convert))
      chars += row[6].length
      if (chars > READ_LIMIT_CHARS) break
    }
    return events
  }

  const selectHead = database.prepare('SELECT max(position) AS position FROM events')

  /** Returns the position of the first damaged event. */
  function firstUnreadable(position: Position, limit: number): number {
    let last = position
    try {
      for (let n = 0; n < limit; n++) last = rowsOf(selectAfter.all(last, 1))[0]?.[0] ?? last
    } catch {
      // Ignores the read error, which the caller already has.
      // The caller needs only the position of the damaged event.
    }
    return Math.max(last, 0) + 1
  }

  const log: LogFile = {
    inTransaction(work) {
      let committing = false
      try {
        database.exec('BEGIN IMMEDIATE')
        work()
        committing = true
        database.exec('COMMIT')
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        // After a rollback, nothing is saved.
        // If the disk sync of the commit failed, the transaction may still be complete on disk.
        const outcome = committing && isDiskError(error) ? 'unknown' : 'nothing-saved'
        throw new StoreUnavailable(`The log could not be written: ${databaseErrorReasonOf(error, file)}.`, {
          cause: error,
          outcome,
        })
      }
    },
    insert(stream, revision, { id, type, data, meta }, at) {
      const texts = [JSON.stringify(data), JSON.stringify(meta)] as const
      const checksum = checksumOf({ stream, revision, id, type, data: texts[0], meta: texts[1], at })
      const { position } = insert.get(stream, revision, id, type, at, ...texts, checksum) as { position: Position }
      return convert([position, stream, revision, id, type, at, ...texts, checksum])
    },
    stream: (stream, from = 0, limit) =>
      translateReadErrors(() => {
        const rows = selectStream.iterate(stream, from, limit ?? -1)
        const events = limit === undefined ? eventsIn(rows) : limitedEventsIn(rows)
        return namedAlike(assertCompleteStream(stream, events, from))
      }),
    lastRevision: (stream) =>
      translateReadErrors(() => (selectLast.get(stream) as { revision: number | null }).revision ?? undefined),
    after: (position, limit) =>
      translateReadErrors(
        () => assertNoGaps(position, eventsIn(selectAfter.iterate(position, limit))),
        () => firstUnreadable(position, limit),
      ),
    storedAfter: (position, limit) =>
      translateReadErrors(
        () => assertNoGaps(position, storedIn(selectAfter.iterate(position, limit))),
        () => firstUnreadable(position, limit),
      ),
    storedFrom: (position, limit) =>
      translateReadErrors(
        () => eventsStartingAt(position, storedIn(selectFrom.iterate(position, limit))),
        () => firstUnreadable(toPosition(position - 1), limit),
      ),
    head: () => translateReadErrors(() => (selectHead.get() as { position: Position | null }).position ?? undefined),
    copyTo: (copy) => copyDatabase(database, copy),
    close: () => database.close(),
  }
  checkWhole(log, () => checkLogDatabase(database, file))
  return log
}

/**
 * Checks the database file.
 * If it is damaged, reads all events, so that the error names the damaged event.
 */
function checkWhole(log: LogFile, check: () => void): void {
  try {
    translateReadErrors(check)
  } catch (error) {
    for (let batch = log.after(LOG_START, AT_ONCE); batch.length > 0; )
      batch = log.after(batch.at(-1)?.position ?? LOG_START, AT_ONCE)
    throw error
  }
}

/** Whether an error is SQLITE_IOERR, in any variant (https://sqlite.org/rescode.html). */
const isDiskError = (error: unknown) => sqliteCodeOf(error) === 10

/** Replaces equal stream names by one string, to save memory. */
function namedAlike(events: LoggedEvent[]): LoggedEvent[] {
  const name = events[0]?.stream
  for (const event of events) if (name !== undefined && event.stream === name) event.stream = name
  return events
}

const rowsOf = (rows: unknown) => rows as EventRow[]

/** Returns events until their data exceeds the character limit, but at least two. */
function storedIn(rows: Iterable<unknown>): StoredEvent[] {
  const events: StoredEvent[] = []
  let chars = 0
  for (const row of rows as Iterable<EventRow>) {
    const event = verifyRow(row)
    chars += event.data.length
    if (events.length >= 2 && chars > READ_LIMIT_CHARS) break
    events.push(event)
  }
  return events
}

/**
 * Runs a read and translates its errors.
 * `where` returns the position of the event that can't be read.
 */
function translateReadErrors<T>(read: () => T, where?: () => number): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof StoreDamaged) throw error
    const { message, code } = error as Error & { code?: string }
    // An integer beyond JavaScript's range shows that the file is damaged: the log never contains one.
    const damaged = isDatabaseDamagedError(error) || code === 'ERR_OUT_OF_RANGE'
    const at = damaged && where ? ` at event ${where()}` : ''
    if (damaged) throw new StoreDamaged(`The log is damaged${at}: ${message}.`, { cause: error })
    throw new StoreUnavailable(`The log could not be read: ${(error as Error).message}`, { cause: error })
  }
}
