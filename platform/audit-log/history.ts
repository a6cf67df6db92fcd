/**
 * Finds audit log events by actor, subject and time.
 * It searches an index file built from the log.
 */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Role } from '#domain/city.ts'
import {
  type EventStore,
  LOG_START,
  type Position,
  type StoredEvent,
  StoreUnavailable,
} from '../event-store/event-store.ts'
import { LogReplaced } from '../event-store/log-mark.ts'
import {
  deleteFileIfChecksumDiffers,
  isDatabaseDamagedError,
  removeDerivedDatabase,
  storeFileChecksum,
} from '../log-file.ts'
import { AuditIndexReplaced, type EventPosition, openHistoryFile } from './file.ts'
import { actorTermOf, eventTypeTermOf, roleTermOf } from './indexing.ts'
import { type SearchResult, searchEvents } from './search.ts'

/**
 * Filter of events.
 * An absent field matches every event.
 */
export interface AuditEventFilter {
  kind?: string | undefined
  /** Account id, or pseudonym code, of the actor. */
  actor?: string | undefined
  role?: string | undefined
  /** Subjects such as `truck:T001`. */
  things?: readonly string[]
  /** Period in epoch ms; `from` is included, `to` is excluded. */
  from?: number | undefined
  to?: number | undefined
}

/**
 * Start of a page: before, at or after a position, or before a time.
 * The default is the newest event.
 */
interface PageStart {
  before?: number | undefined
  upTo?: number | undefined
  after?: number | undefined
  until?: number | undefined
}

interface Page extends Omit<SearchResult, 'events'> {
  events: EventPosition[]
}

/**
 * Progress of indexing the log: up to position `done`.
 * The last position is `of`.
 */
interface IndexingProgress {
  done: Position
  of: Position
}

export interface AuditHistory {
  /**
   * Adds new events to the index, and waits at most `waitMs`.
   * Returns the progress if it is incomplete then.
   */
  catchUp(waitMs: number): Promise<IndexingProgress | undefined>
  page(wanted: AuditEventFilter, begin: PageStart, limit: number): Page
  /** Returns the given events as stored in the log, in the given order. */
  stored(events: readonly EventPosition[]): Promise<StoredEvent[]>
  /** Returns the event at a position; undefined if there is none. */
  at(position: number): EventPosition | undefined
  /**
   * Returns the event that caused an event.
   * Returns undefined if the cause is a person, a timer or unknown.
   */
  causeOf(position: number): EventPosition | undefined
  /** Returns the first events that an event caused, and their count. */
  causedBy(position: number, limit: number): { events: EventPosition[]; count: number }
  /** Returns the events of one command, at most `limit`. */
  together(commandId: string, limit: number): EventPosition[]
  role(userId: string): Role | undefined
  /** Returns a site's name; undefined if unknown. */
  site(id: string): string | undefined
  /** Returns the indexed subjects that have this id and one of the given kinds. */
  called(id: string, kinds: readonly string[]): string[]
  /** Returns the values of an indexed property, such as `zone` or `kind`. */
  values(of: string, limit: number): string[]
  close(): Promise<void>
}

interface HistoryParts {
  store: Pick<EventStore, 'readStored' | 'readStoredFrom' | 'head'>
  dataDir: string
}

/**
 * Creates the audit log.
 * The file of its index is created on first use.
 */
export function createAuditHistory({ store, dataDir }: HistoryParts): AuditHistory {
  const file = path.join(dataDir, 'history.db')
  let opened: ReturnType<typeof openHistoryFile> | undefined
  /** True from damage or a replaced log until the old file is deleted. */
  let isOutdated = false
  /**
   * Returns the open index file.
   * Throws StoreUnavailable while the file is outdated.
   */
  function kept() {
    if (isOutdated) throw new StoreUnavailable('The history is being rebuilt.')
    if (opened) return opened
    deleteFileIfChecksumDiffers(file)
    opened = openHistoryFile(file, store)
    return opened
  }
  const placed = (n: number) => kept().event(n) as EventPosition
  /** Returns the number of events up to a position. */
  const upTo = (position: number) => kept().moments.atPosition(position)?.n ?? 0
  const before = (moment: number) => kept().moments.atTime(moment - 1)?.n ?? 0
  const numberOf = (position: number) => {
    const found = kept().moments.atPosition(position)
    return found?.position === position ? found.n - 1 : undefined
  }

  /** Reads consecutive events; large ones need several reads. */
  async function readRun({ first, count }: { first: number; count: number }): Promise<StoredEvent[]> {
    const events = await store.readStoredFrom(placed(first).position, count)
    for (let last = events.at(-1); last && events.length < count; ) {
      const more = await store.readStored(last.position, count - events.length)
      events.push(...more)
      last = more.at(-1)
    }
    return events
  }

  /** Closes the file; the next use opens the file that another process has put in its place. */
  async function reopen(): Promise<void> {
    const before = opened
    opened = undefined
    await before?.close()
  }

  /** Deletes the index file; the next use of the index rebuilds it. */
  async function remake(): Promise<void> {
    isOutdated = true
    await reopen()
    removeDerivedDatabase(file)
    isOutdated = false
  }

  /**
   * Adds new events to the audit index.
   * Rebuilds the index if its file is damaged or belongs to another log.
   * Opens the file again if another process has replaced it.
   */
  async function takeInOnce(): Promise<void> {
    if (isOutdated) await remake()
    try {
      await kept().catchUp()
    } catch (error) {
      if (error instanceof AuditIndexReplaced) await reopen()
      else if (error instanceof LogReplaced || isDatabaseDamagedError(error)) await remake()
      else throw error
      await kept().catchUp()
    }
  }

  // Runs one call after the other.
  // Otherwise a second call would delete the file that the first has rebuilt.
  const inTurn = pLimit(1)
  const takeIn = () => inTurn(takeInOnce)

  /** Marks a damaged index file as outdated, then throws the error again. */
  function noteDamage(error: unknown): never {
    isOutdated ||= isDatabaseDamagedError(error)
    throw error
  }

  /** Returns the same read functions, which also note damage of the index file. */
  function notingDamage<R extends object>(reads: R): R {
    const watched = (read: (...given: unknown[]) => unknown) => {
      return (...given: unknown[]) => {
        try {
          return read(...given)
        } catch (error) {
          return noteDamage(error)
        }
      }
    }
    return Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, watched(read)])) as R
  }

  function placeOf({ before: line, upTo: end, after, until }: PageStart) {
    if (after !== undefined) return { above: upTo(after) - 1 }
    if (end !== undefined) return { below: upTo(end) }
    if (line !== undefined) return { below: kept().moments.beforePosition(line)?.n ?? 0 }
    return { below: until === undefined ? Number.MAX_SAFE_INTEGER : before(until) }
  }

  async function storedEvents(events: readonly EventPosition[]): Promise<StoredEvent[]> {
    const runs = runsOf(events.map(({ position }) => numberOf(position)).filter((n) => n !== undefined))
    const read = runs.map(readRun)
    const known = new Map((await Promise.all(read)).flat().map((event) => [event.position as number, event]))
    return events.flatMap(({ position }) => known.get(position) ?? [])
  }

  const reads: Omit<AuditHistory, 'catchUp' | 'stored' | 'close'> = {
    page({ kind, actor, role, things = [], from, to }, begin, limit) {
      const { moments, lists } = kept()
      const texts = [
        ...(kind === undefined ? [] : [eventTypeTermOf(kind)]),
        ...(actor === undefined ? [] : [actorTermOf(actor)]),
        ...(role === undefined ? [] : [roleTermOf(role)]),
        ...things,
      ]
      const size = moments.last()?.n ?? 0
      const span = { from: from === undefined ? 0 : before(from), to: to === undefined ? size : before(to) }
      const found = searchEvents(lists, size, { terms: texts.map(lists.find), ...span, place: placeOf(begin), limit })
      return { ...found, events: found.events.map(placed) }
    },
    at(position) {
      const n = numberOf(position)
      return n === undefined ? undefined : placed(n)
    },
    causeOf(position) {
      const n = numberOf(position)
      const cause = n === undefined ? undefined : kept().event(n)?.cause
      return cause === undefined || cause === null ? undefined : placed(cause)
    },
    causedBy(position, limit) {
      const n = numberOf(position)
      if (n === undefined) return { events: [], count: 0 }
      const { numbers, count } = kept().causedBy(n, limit)
      return { events: numbers.map(placed), count }
    },
    together: (commandId, limit) => kept().together(commandId, limit).map(placed),
    role: (userId) => kept().known.role(userId),
    site: (id) => kept().known.site(id),
    called: (id, kinds) => kinds.map((kind) => `${kind}:${id}`).filter((term) => kept().lists.find(term) !== undefined),
    values: (of, limit) =>
      kept()
        .lists.beginningWith(`${of}:`, limit)
        .map(({ text }) => text.slice(of.length + 1)),
  }

  return {
    ...notingDamage(reads),
    async catchUp(waitMs) {
      const of = await store.head()
      const taking = takeIn()
      const waited = new AbortController()
      const late = delay(waitMs, true, { signal: waited.signal, ref: false }).catch(() => false)
      const isLate = await Promise.race([taking.then(() => false), late]).finally(() => waited.abort())
      if (!isLate) return undefined
      // Ignores an indexing error after the time limit, because the next call throws it.
      taking.catch(() => undefined)
      return { done: isOutdated ? LOG_START : (kept().moments.last()?.position ?? LOG_START), of }
    },
    stored: (events) => storedEvents(events).catch(noteDamage),
    async close() {
      if (!opened) return
      await opened.close()
      if (isOutdated) removeDerivedDatabase(file)
      else storeFileChecksum(file)
    },
  }
}

/** Groups consecutive event numbers into runs, so that each run needs only one read. */
function runsOf(numbers: readonly number[]): { first: number; count: number }[] {
  const runs: { first: number; count: number }[] = []
  for (const n of [...numbers].sort((one, other) => one - other)) {
    const last = runs.at(-1)
    if (last && last.first + last.count === n) last.count++
    else runs.push({ first: n, count: 1 })
  }
  return runs
}
