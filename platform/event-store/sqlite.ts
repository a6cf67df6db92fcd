/**
 * Embedded event store in one SQLite file.
 * Appends within a few ms share one commit.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Copyable } from '../backup/copy.ts'
import { createRestingTurns } from '../http/concurrency-limit.ts'
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

/**
 * Maximum number of events of a stream that are read at once.
 * Reading them blocks the thread for a few ms.
 */
export const STREAM_SLICE_EVENTS = 500

/**
 * Number of events above which readers of a stream take turns.
 * Each of them then works through all events, which blocks the thread.
 */
export const LONG_STREAM_EVENTS = 2_000

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
  // The pauses keep the process alive, because tools without a server also read.
  const inTurn = createRestingTurns((ms) => sleep(ms))
  /** Reads of long streams that are not finished. */
  const longReads = new Map<string, Promise<LoggedEvent[]>>()
  let waiting: PendingAppend[] = []
  let closed = false

  /**
   * Returns a stream that is cached or short.
   * Returns undefined for others, because reading them takes long.
   */
  function readQuickly(stream: string): LoggedEvent[] | undefined {
    const kept = streams.get(stream)
    if (kept) return kept
    if ((log.lastRevision(stream) ?? NO_STREAM_REVISION) >= STREAM_SLICE_EVENTS) return undefined
    const events = log.stream(stream)
    streams.set(stream, events)
    return events
  }

  /**
   * Reads a long stream in slices, so that other requests run in between.
   * The last slice is read after the call, so the result is current.
   */
  function readInSlices(stream: string): Promise<LoggedEvent[]> {
    const events: LoggedEvent[] = []
    const readSlice = () => {
      for (const event of log.stream(stream, events.length, STREAM_SLICE_EVENTS)) events.push(event)
      const isWhole = log.lastRevision(stream) === events.length - 1
      if (isWhole) {
        streams.set(stream, events)
        longReads.delete(stream)
      }
      return isWhole
    }
    const readAll = async () => {
      try {
        while (!(await inTurn(stream, readSlice)));
        return events
      } catch (error) {
        longReads.delete(stream)
        throw error
      }
    }
    const reading = longReads.get(stream) ?? readAll()
    longReads.set(stream, reading)
    return reading
  }

  /**
   * Stores one append inside the open transaction.
   * Throws WrongExpectedRevision if the stream is at another revision.
   */
  function store({ stream, expected, events }: PendingAppend): AppendResult {
    const before = readQuickly(stream)
    const current = (before ? before.at(-1)?.revision : log.lastRevision(stream)) ?? NO_STREAM_REVISION
    if (current !== expected) {
      const next = expected + 1
      const stored = before?.slice(next, next + events.length) ?? log.stream(stream, next, events.length)
      const repeated = stored.length === events.length && stored.every((event, i) => event.id === events[i]?.id)
      const last = stored.at(-1)
      if (repeated && last) return { position: last.position, revision: last.revision, events: stored }
      throw new WrongExpectedRevision(stream, expected)
    }
    const at = Date.now()
    const name = before?.[0]?.stream ?? stream
    const appended = events.map((event, i) => log.insert(name, expected + 1 + i, event, at))
    if (before) streams.set(stream, [...before, ...appended])
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

    async readStream(stream) {
      const events = readQuickly(stream) ?? (await readInSlices(stream))
      if (events.length <= LONG_STREAM_EVENTS) return [...events]
      // Takes the newest events in its turn, because readers before it may have appended.
      return inTurn(stream, () => [...(readQuickly(stream) ?? events)])
    },

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
