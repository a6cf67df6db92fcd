/** The embedded event store: one SQLite file of this process alone, with one commit for all appends of a turn of the loop. */
import { LRUCache } from 'lru-cache'
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
import { openLogFile } from './sqlite-file.ts'

const BATCH = 2_000
/** Events of streams that were read of late, kept (about 100 MB at most): what a command folds is seldom read from the file. */
const KEPT_OF_STREAMS = 250_000
/** Newest events of the log, kept: followers that keep up are served from memory. */
const KEPT_OF_LOG = 4_000

interface Waiting {
  stream: string
  expected: number
  events: readonly NewEvent[]
  resolve(appended: Appended): void
  reject(error: Error): void
}

/**
 * Opens (or makes) the log at `file`. Throws StoreUnavailable when the file is damaged, not a database, or held by
 * another process. Positions count 1, 2, 3, …
 */
export function openSqliteEventStore(file: string): EventStore {
  const log = openLogFile(file)
  const streams = new LRUCache<string, RecordedEvent[]>({
    maxSize: KEPT_OF_STREAMS,
    sizeCalculation: (events) => events.length + 1,
  })
  /** Every event after `recentAfter`, in order. */
  let recent: RecordedEvent[] = []
  let recentAfter: Position = log.head() ?? START

  let waiting: Waiting[] = []
  const followers = new Set<() => void>()
  let closed = false

  function readStreamNow(stream: string): RecordedEvent[] {
    const kept = streams.get(stream)
    if (kept) return kept
    const events = log.stream(stream)
    streams.set(stream, events)
    return events
  }

  function readAfter(after: Position, limit: number): RecordedEvent[] {
    if (after < recentAfter) return log.after(after, limit)
    const from = recent.findLastIndex((event) => event.position <= after) + 1
    return recent.slice(from, from + limit)
  }

  function keepRecent(events: readonly RecordedEvent[]): void {
    recent.push(...events)
    if (recent.length <= 2 * KEPT_OF_LOG) return
    recentAfter = recent.at(-KEPT_OF_LOG - 1)?.position ?? recentAfter
    recent = recent.slice(-KEPT_OF_LOG)
  }

  /** Stores one append inside the open transaction, or says why not. */
  function store({ stream, expected, events }: Waiting): Appended {
    const before = readStreamNow(stream)
    const current = before.at(-1)?.revision ?? NO_STREAM
    if (current !== expected) {
      const stored = before.slice(expected + 1, expected + 1 + events.length)
      const repeated = stored.length === events.length && stored.every((event, i) => event.id === events[i]?.id)
      const last = stored.at(-1)
      if (repeated && last) return { position: last.position, revision: last.revision, events: stored }
      throw new WrongExpectedRevision(stream, expected)
    }
    const at = Date.now()
    const appended = events.map((event, i) => log.insert(stream, expected + 1 + i, event, at))
    streams.set(stream, [...before, ...appended])
    const last = appended.at(-1) as RecordedEvent
    return { position: last.position, revision: last.revision, events: appended }
  }

  /** One commit, and so one sync to disk, for everything that came in since the last one; nobody is answered before it. */
  function flush(): void {
    const group = waiting
    waiting = []
    if (group.length === 0) return
    const answers: (() => void)[] = []
    const stored: RecordedEvent[] = []
    try {
      log.inTransaction(() => {
        for (const append of group) {
          try {
            const appended = store(append)
            // A repeated append is answered with events that were stored long ago.
            if (appended.position > (stored.at(-1)?.position ?? head())) stored.push(...appended.events)
            answers.push(() => append.resolve(appended))
          } catch (error) {
            if (!(error instanceof WrongExpectedRevision)) throw error
            answers.push(() => append.reject(error))
          }
        }
      })
    } catch (error) {
      // What was kept of these streams was not stored after all.
      for (const { stream } of group) streams.delete(stream)
      for (const append of group) append.reject(error as Error)
      return
    }
    keepRecent(stored)
    for (const answer of answers) answer()
    for (const wake of followers) wake()
  }

  const head = (): Position => recent.at(-1)?.position ?? recentAfter

  return {
    append(stream, expected, events) {
      if (!stream || events.length === 0 || events.some((event) => !event.type))
        return Promise.reject(new TypeError('An append needs a stream, at least one event, and a type for each.'))
      if (closed) return Promise.reject(new StoreUnavailable('The log is closed.'))
      return new Promise<Appended>((resolve, reject) => {
        waiting.push({ stream, expected, events, resolve, reject })
        // One turn later than needed: what the loop has at hand by then shares the sync.
        if (waiting.length === 1) setImmediate(() => setImmediate(flush))
      })
    },

    readStream: async (stream) => [...readStreamNow(stream)],

    readAll: async (after, limit) => readAfter(after, limit),

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
          const events = readAfter(from, BATCH)
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

    head: async () => head(),

    async close() {
      if (closed) return
      flush()
      closed = true
      for (const wake of followers) wake()
      log.close()
    },
  }
}
