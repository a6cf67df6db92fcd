/** The log's SQLite file: its table, its statements, and its rows as events. */
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from '../private-files.ts'
import {
  type EventMeta,
  type NewEvent,
  type Position,
  type RecordedEvent,
  StoreDamaged,
  StoreUnavailable,
} from './event-store.ts'

const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -32768;
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    data TEXT NOT NULL,
    meta TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
  BEGIN IMMEDIATE; COMMIT;
`

/** Rows come as arrays in this order: naming every column of a million rows costs more than reading them. */
const COLUMNS = 'position, stream, revision, id, type, at, data, meta'
type EventRow = [number, string, number, string, string, number, string, string]

export interface LogFile {
  /** Runs `work` as one commit, and so one sync to disk; nothing of it stays when it throws. */
  inTransaction(work: () => void): void
  insert(stream: string, revision: number, event: NewEvent, at: number): RecordedEvent
  stream(stream: string): RecordedEvent[]
  after(position: Position, limit: number): RecordedEvent[]
  head(): Position | undefined
  close(): void
}

/** Opens (or makes) the file for this process alone. Throws StoreUnavailable when it is damaged, not a log, or in use. */
export function openLogFile(file: string): LogFile {
  const database = openDatabase(file)
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, at, data, meta) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING position',
  )
  const selectStream = database.prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ? ORDER BY revision`)
  const selectAfter = database.prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`)
  selectStream.setReturnArrays(true)
  selectAfter.setReturnArrays(true)
  const selectHead = database.prepare('SELECT max(position) AS position FROM events')

  return {
    inTransaction(work) {
      let committing = false
      try {
        database.exec('BEGIN IMMEDIATE')
        work()
        committing = true
        database.exec('COMMIT')
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        // All is rolled back; only of a commit whose sync failed the next start may find the pages whole after all.
        const outcome = committing && isDiskError(error) ? 'unknown' : 'nothing-saved'
        throw new StoreUnavailable(`The log could not be written: ${(error as Error).message}`, {
          cause: error,
          outcome,
        })
      }
    },
    insert(stream, revision, { id, type, data, meta }, at) {
      const texts = [JSON.stringify(data), JSON.stringify(meta)] as const
      const { position } = insert.get(stream, revision, id, type, at, ...texts) as { position: number }
      return new StoredEvent([position, stream, revision, id, type, at, ...texts])
    },
    stream: (stream) => reading(() => (selectStream.all(stream) as unknown as EventRow[]).map(stored)),
    after: (position, limit) => reading(() => (selectAfter.all(position, limit) as unknown as EventRow[]).map(stored)),
    head: () => reading(() => (selectHead.get() as { position: number | null }).position ?? undefined),
    close: () => database.close(),
  }
}

/** An event of the file. Few readers want its meta: that is parsed when asked for. */
class StoredEvent implements RecordedEvent {
  position: number
  stream: string
  revision: number
  id: string
  type: string
  at: number
  data: object
  #meta: string | EventMeta

  constructor([position, stream, revision, id, type, at, data, meta]: EventRow) {
    this.position = position
    this.stream = stream
    this.revision = revision
    this.id = id
    this.type = type
    this.at = at
    this.data = JSON.parse(data)
    this.#meta = meta
  }

  get meta(): EventMeta {
    if (typeof this.#meta === 'string') this.#meta = JSON.parse(this.#meta) as EventMeta
    return this.#meta
  }
}

const stored = (row: EventRow): RecordedEvent => new StoredEvent(row)

function openDatabase(file: string): DatabaseSync {
  try {
    makePrivateFile(file)
    const database = new DatabaseSync(file)
    database.exec(SCHEMA)
    return database
  } catch (error) {
    const reason = (error as Error).message
    const sentence = /locked/.test(reason)
      ? `The log ${file} is in use by another process.`
      : `The log ${file} can't be opened: ${reason}.`
    throw new StoreUnavailable(sentence, { cause: error })
  }
}

/** SQLITE_IOERR, whose kinds differ in the higher bits (https://sqlite.org/rescode.html). */
const isDiskError = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256 === 10

/** SQLite's codes for a damaged file (https://sqlite.org/rescode.html): SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = [11, 26]

function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    const damaged = error instanceof SyntaxError || DAMAGED.includes((error as { errcode?: number }).errcode ?? 0)
    if (damaged) throw new StoreDamaged(`The log is damaged: ${(error as Error).message}.`, { cause: error })
    throw new StoreUnavailable(`The log could not be read: ${(error as Error).message}`, { cause: error })
  }
}
