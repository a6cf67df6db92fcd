/** The event store on SQLite: one file, one writer process, appends grouped into one synced commit per turn of the loop. */
import { DatabaseSync } from 'node:sqlite'
import {
  type Appended,
  type Batch,
  type EventStore,
  type NewEvent,
  NO_STREAM,
  type Position,
  type RecordedEvent,
  START,
  StoreUnavailable,
  WrongExpectedRevision,
} from './event-store.ts'

const BATCH = 2_000

interface Waiting {
  stream: string
  expected: number
  events: readonly NewEvent[]
  resolve(appended: Appended): void
  reject(error: Error): void
}

/** Rows come as arrays in this order: naming every column of a million rows costs more than reading them. */
const COLUMNS = 'position, stream, revision, id, type, at, body'
type EventRow = [position: number, stream: string, revision: number, id: string, type: string, at: number, body: string]

/**
 * Opens (or makes) the log at `file`. Throws StoreUnavailable when the file is damaged, not a database, or held by
 * another process. Positions count 1, 2, 3, …
 */
export function openSqliteEventStore(file: string): EventStore {
  const database = openDatabase(file)
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, at, body) VALUES (?, ?, ?, ?, ?, ?) RETURNING position',
  )
  const lastRevision = database.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?')
  const selectStream = database.prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ? ORDER BY revision`)
  const selectAll = database.prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`)
  selectStream.setReturnArrays(true)
  selectAll.setReturnArrays(true)
  const selectHead = database.prepare('SELECT max(position) AS position FROM events')

  let waiting: Waiting[] = []
  const followers = new Set<() => void>()
  let closed = false

  const readStreamNow = (stream: string) => (selectStream.all(stream) as unknown as EventRow[]).map(recorded)
  const readAllNow = (after: Position, limit: number) =>
    (selectAll.all(after, limit) as unknown as EventRow[]).map(recorded)

  /** Stores one append inside the open transaction, or says why not. */
  function store({ stream, expected, events }: Waiting): Appended {
    const current = (lastRevision.get(stream) as { revision: number | null }).revision ?? NO_STREAM
    if (current !== expected) {
      const stored = readStreamNow(stream).slice(expected + 1, expected + 1 + events.length)
      const repeated = stored.length === events.length && stored.every((event, i) => event.id === events[i]?.id)
      const last = stored.at(-1)
      if (repeated && last) return { position: last.position, revision: last.revision, events: stored }
      throw new WrongExpectedRevision(stream, expected)
    }
    const at = Date.now()
    const appended = events.map((event, i): RecordedEvent => {
      const revision = expected + 1 + i
      const body = JSON.stringify({ data: event.data, meta: event.meta })
      const row = insert.get(stream, revision, event.id, event.type, at, body) as { position: number }
      return { ...event, stream, revision, position: row.position, at }
    })
    const last = appended.at(-1) as RecordedEvent
    return { position: last.position, revision: last.revision, events: appended }
  }

  /** One commit, and so one sync to disk, for everything that came in since the last one; nobody is answered before it. */
  function flush(): void {
    const group = waiting
    waiting = []
    if (group.length === 0) return
    const answers: (() => void)[] = []
    try {
      database.exec('BEGIN IMMEDIATE')
      for (const append of group) {
        try {
          const appended = store(append)
          answers.push(() => append.resolve(appended))
        } catch (error) {
          if (!(error instanceof WrongExpectedRevision)) throw error
          answers.push(() => append.reject(error))
        }
      }
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      const unavailable = new StoreUnavailable(`The log could not be written: ${(error as Error).message}`, {
        cause: error,
      })
      for (const append of group) append.reject(unavailable)
      return
    }
    for (const answer of answers) answer()
    for (const wake of followers) wake()
  }

  return {
    append(stream, expected, events) {
      if (!stream || events.length === 0 || events.some((event) => !event.type))
        return Promise.reject(new TypeError('An append needs a stream, at least one event, and a type for each.'))
      if (closed) return Promise.reject(new StoreUnavailable('The log is closed.'))
      return new Promise<Appended>((resolve, reject) => {
        waiting.push({ stream, expected, events, resolve, reject })
        if (waiting.length === 1) setImmediate(flush)
      })
    },

    async readStream(stream) {
      return reading(() => readStreamNow(stream))
    },

    async readAll(after, limit) {
      return reading(() => readAllNow(after, limit))
    },

    async *follow(after, signal) {
      let from = after
      let wake = () => {}
      let woken = false
      const onChange = () => {
        woken = true
        wake()
      }
      followers.add(onChange)
      signal.addEventListener('abort', onChange)
      try {
        while (!signal.aborted && !closed) {
          woken = false
          const events = reading(() => readAllNow(from, BATCH))
          from = events.at(-1)?.position ?? from
          const batch: Batch = { events, caughtUp: events.length < BATCH }
          yield batch
          // Between full batches the loop gets a turn, so that a replay does not starve the requests.
          if (!batch.caughtUp) await new Promise(setImmediate)
          else if (!woken && !signal.aborted && !closed)
            await new Promise<void>((resolve) => {
              wake = resolve
            })
        }
      } finally {
        followers.delete(onChange)
        signal.removeEventListener('abort', onChange)
      }
    },

    async head() {
      return reading(() => (selectHead.get() as { position: number | null }).position ?? START)
    },

    async close() {
      if (closed) return
      flush()
      closed = true
      for (const wake of followers) wake()
      database.close()
    },
  }
}

function openDatabase(file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file)
    database.exec(`
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
        body TEXT NOT NULL,
        UNIQUE (stream, revision)
      ) STRICT;
      BEGIN IMMEDIATE; COMMIT;
    `)
    return database
  } catch (error) {
    const reason = (error as Error).message
    const sentence = /locked/.test(reason)
      ? `The log ${file} is in use by another process.`
      : `The log ${file} can't be opened: ${reason}.`
    throw new StoreUnavailable(sentence, { cause: error })
  }
}

function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new StoreUnavailable(`The log could not be read: ${(error as Error).message}`, { cause: error })
  }
}

function recorded([position, stream, revision, id, type, at, body]: EventRow): RecordedEvent {
  const { data, meta } = JSON.parse(body) as Pick<RecordedEvent, 'data' | 'meta'>
  return { id, stream, revision, position, type, data, meta, at }
}
