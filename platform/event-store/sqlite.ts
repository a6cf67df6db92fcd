/**
 * Embedded event store in one SQLite file.
 * Appends within a few ms share one commit.
 */
import { LRUCache } from 'lru-cache'
import type { Copyable } from '../backup/copy.ts'
import {
  type AppendResult,
  type EventStore,
  LOG_START,
  type LoggedEvent,
  type NewEvent,
  NO_STREAM_REVISION,
  type Position,
  StoreUnavailable,
  WrongExpectedRevision,
} from './event-store.ts'
import { type LogFile, openEventLogFile } from './sqlite-file.ts'
import { createLogFollowers } from './sqlite-follow.ts'

const CACHE_LIMIT_EVENTS = 4_000

interface RecentLog {
  after(position: Position, limit: number): LoggedEvent[]
  /** Adds newly stored events to the recent ones in memory. */
  keep(events: readonly LoggedEvent[]): void
  head(): Position
}

function openRecentLog(log: LogFile): RecentLog {
  /** All events after the position `recentAfter`, in log order. */
  let recent: LoggedEvent[] = []
  let recentAfter: Position = log.head() ?? LOG_START

  return {
    after(position, limit) {
      if (position < recentAfter) return log.after(position, limit)
      const from = recent.findLastIndex((event) => event.position <= position) + 1
      return recent.slice(from, from + limit)
    },

    keep(events) {
      // Calls `push` for each event, because a spread could exceed the limit of arguments.
      for (const event of events) recent.push(event)
      if (recent.length <= 2 * CACHE_LIMIT_EVENTS) return
      recentAfter = recent.at(-CACHE_LIMIT_EVENTS - 1)?.position ?? recentAfter
      recent = recent.slice(-CACHE_LIMIT_EVENTS)
    },

    head: () => recent.at(-1)?.position ?? recentAfter,
  }
}

/**
 * Limit of cached events, over all recently used streams.
 * They take about 160 MB at most.
 * Commands then seldom read the file.
 */
const STREAM_CACHE_LIMIT_EVENTS = 250_000

/** Maximum time in ms that an append waits for other appends with which it shares a disk sync. */
const GROUP_COMMIT_WAIT_MS = 4

interface PendingAppend {
  stream: string
  expected: number
  events: readonly NewEvent[]
  resolve(appended: AppendResult): void
  reject(error: Error): void
}

/**
 * Opens or creates the log at `file`, with positions from 1.
 * Throws StoreUnavailable if damaged, no database, or in use.
 * `say` receives a message after a migration.
 */
export function openSqliteEventStore(
  file: string,
  say?: (sentence: string) => void,
  { cachedEvents = STREAM_CACHE_LIMIT_EVENTS } = {},
): EventStore & Copyable {
  const log = openEventLogFile(file, say)
  const streams = new LRUCache<string, LoggedEvent[]>({
    maxSize: cachedEvents,
    // Caches streams of any length, because rereading long ones takes seconds.
    sizeCalculation: (events) => Math.min(events.length + 1, cachedEvents / 2),
  })
  const recent = openRecentLog(log)
  const followers = createLogFollowers(recent.after)
  let waiting: PendingAppend[] = []
  let closed = false

  function readStreamNow(stream: string): LoggedEvent[] {
    const kept = streams.get(stream)
    if (kept) return kept
    const events = log.stream(stream)
    streams.set(stream, events)
    return events
  }

  /**
   * Stores one append inside the open transaction.
   * Throws WrongExpectedRevision if the stream is at another revision.
   */
  function store({ stream, expected, events }: PendingAppend): AppendResult {
    const before = readStreamNow(stream)
    const current = before.at(-1)?.revision ?? NO_STREAM_REVISION
    if (current !== expected) {
      const stored = before.slice(expected + 1, expected + 1 + events.length)
      const repeated = stored.length === events.length && stored.every((event, i) => event.id === events[i]?.id)
      const last = stored.at(-1)
      if (repeated && last) return { position: last.position, revision: last.revision, events: stored }
      throw new WrongExpectedRevision(stream, expected)
    }
    const at = Date.now()
    const name = before[0]?.stream ?? stream
    const appended = events.map((event, i) => log.insert(name, expected + 1 + i, event, at))
    streams.set(stream, [...before, ...appended])
    const last = appended.at(-1) as LoggedEvent
    return { position: last.position, revision: last.revision, events: appended }
  }

  /** Commits all waiting appends with one sync, then answers them. */
  function flush(): void {
    const group = waiting
    waiting = []
    if (group.length === 0) return
    const answers: (() => void)[] = []
    const stored: LoggedEvent[] = []
    try {
      log.inTransaction(() => {
        for (const append of group) {
          try {
            const appended = store(append)
            // A repeated append returns events that were stored earlier.
            // They are not added to the newly stored events.
            if (appended.position > (stored.at(-1)?.position ?? recent.head())) stored.push(...appended.events)
            answers.push(() => append.resolve(appended))
          } catch (error) {
            if (!(error instanceof WrongExpectedRevision)) throw error
            answers.push(() => append.reject(error))
          }
        }
      })
    } catch (error) {
      // Removes the streams of these appends from the cache, because their transaction was rolled back.
      for (const { stream } of group) streams.delete(stream)
      for (const append of group) append.reject(error as Error)
      return
    }
    recent.keep(stored)
    for (const answer of answers) answer()
    followers.wake()
  }

  /**
   * Commits the waiting appends once a turn of the event loop adds no further append.
   * Simultaneous appends thus share one disk sync; a single append does not wait.
   */
  function flushWhenStill(before: number, since: number): void {
    const more = waiting.length > before && performance.now() - since < GROUP_COMMIT_WAIT_MS
    if (more) setImmediate(flushWhenStill, waiting.length, since)
    else flush()
  }

  return {
    append(stream, expected, events) {
      if (!stream || events.length === 0 || events.some((event) => !event.type))
        return Promise.reject(new TypeError('An append needs a stream, at least one event, and a type for each.'))
      if (closed) return Promise.reject(new StoreUnavailable('The log is closed.', { outcome: 'nothing-saved' }))
      return new Promise<AppendResult>((resolve, reject) => {
        waiting.push({ stream, expected, events, resolve, reject })
        if (waiting.length === 1) setImmediate(flushWhenStill, 1, performance.now())
      })
    },

    readStream: async (stream) => [...readStreamNow(stream)],

    readAll: async (after, limit) => recent.after(after, limit),

    readStored: async (after, limit) => log.storedAfter(after, limit),

    readStoredFrom: async (position, limit) => log.storedFrom(position, limit),

    follow: followers.follow,

    head: async () => recent.head(),

    copyTo: log.copyTo,

    async close() {
      if (closed) return
      flush()
      closed = true
      followers.end()
      log.close()
    },
  }
}
