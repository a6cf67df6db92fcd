/** The history for auditors: which events there are of whom, of what and when; kept in a file that is made of the log alone. */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Role } from '#rules/city.ts'
import { type EventStore, type Position, START, type StoredEvent } from '../event-store/event-store.ts'
import { OtherLog } from '../event-store/log-mark.ts'
import { isDamaged, removeLogFile, sealLogFile, unsealLogFile } from '../log-file.ts'
import { HistoryDamaged, openHistoryFile, type Placed } from './file.ts'
import { type Found, search } from './search.ts'
import { actorTerm, kindTerm, roleTerm } from './take-in.ts'

/** What is asked for; each that is left out lets everything through. */
export interface Wanted {
  kind?: string | undefined
  /** An account's id, or the code of a pseudonym. */
  actor?: string | undefined
  role?: string | undefined
  /** `truck:T001` */
  things?: readonly string[]
  /** From this moment to before that one, in epoch ms. */
  from?: number | undefined
  to?: number | undefined
}

/** Where a page begins: before a position, at it or after it, or at the newest event before a moment; at the newest of all otherwise. */
export interface Begin {
  before?: number | undefined
  upTo?: number | undefined
  after?: number | undefined
  until?: number | undefined
}

export interface Page extends Omit<Found, 'events'> {
  events: Placed[]
}

/** Up to which position the log was taken in, of which one. */
export interface TakenIn {
  done: Position
  of: Position
}

export interface History {
  /** Takes in what the log has got meanwhile, and waits for that so long at most; answers how far it is, unless it is all. */
  catchUp(waitMs: number): Promise<TakenIn | undefined>
  page(wanted: Wanted, begin: Begin, limit: number): Page
  /** What the log has of these, in their order. */
  stored(events: readonly Placed[]): Promise<StoredEvent[]>
  /** The event at a position; undefined where there is none. */
  at(position: number): Placed | undefined
  /** What it came of; undefined where a person, time or nobody asked for it. */
  causeOf(position: number): Placed | undefined
  /** What came of it, the first so many, and how much in all. */
  causedBy(position: number, limit: number): { events: Placed[]; count: number }
  /** The events of the same command, at most so many. */
  together(commandId: string, limit: number): Placed[]
  role(userId: string): Role | undefined
  /** A site's name. */
  site(id: string): string | undefined
  /** The things of these kinds that are called so. */
  called(id: string, kinds: readonly string[]): string[]
  /** What there is of a kind of term, such as `zone` or `kind`. */
  values(of: string, limit: number): string[]
  close(): Promise<void>
}

export interface HistoryParts {
  store: Pick<EventStore, 'readStored' | 'readStoredFrom' | 'head'>
  dataDir: string
}

/** The file is there once somebody asks. */
export function createHistory({ store, dataDir }: HistoryParts): History {
  const file = path.join(dataDir, 'history.db')
  let opened: ReturnType<typeof openHistoryFile> | undefined
  function kept() {
    if (opened) return opened
    unsealLogFile(file)
    opened = openHistoryFile(file, store)
    return opened
  }
  const placed = (n: number) => kept().event(n) as Placed
  /** How many events there are up to a position, and before a moment. */
  const upTo = (position: number) => kept().moments.atPosition(position)?.n ?? 0
  const before = (moment: number) => kept().moments.atTime(moment - 1)?.n ?? 0
  const numberOf = (position: number) => {
    const found = kept().moments.atPosition(position)
    return found?.position === position ? found.n - 1 : undefined
  }

  /** By whoever asks next. */
  async function remake(): Promise<void> {
    const before = opened
    opened = undefined
    await before?.close()
    removeLogFile(file)
  }

  /** Begins again with an empty file where this one is damaged or of another log. */
  async function takeIn(): Promise<void> {
    try {
      await kept().catchUp()
    } catch (error) {
      if (!(error instanceof HistoryDamaged || error instanceof OtherLog || isDamaged(error))) throw error
      await remake()
      await kept().catchUp()
    }
  }

  function placeOf({ before: line, upTo: end, after, until }: Begin) {
    if (after !== undefined) return { above: upTo(after) - 1 }
    if (end !== undefined) return { below: upTo(end) }
    if (line !== undefined) return { below: kept().moments.beforePosition(line)?.n ?? 0 }
    return { below: until === undefined ? Number.MAX_SAFE_INTEGER : before(until) }
  }

  return {
    async catchUp(waitMs) {
      const of = await store.head()
      const taking = takeIn()
      const waited = new AbortController()
      const late = delay(waitMs, true, { signal: waited.signal, ref: false }).catch(() => false)
      const isLate = await Promise.race([taking.then(() => false), late]).finally(() => waited.abort())
      if (!isLate) return undefined
      // Whoever asks next hears of what fails meanwhile.
      taking.catch(() => undefined)
      return { done: kept().moments.last()?.position ?? START, of }
    },
    page({ kind, actor, role, things = [], from, to }, begin, limit) {
      const { moments, lists } = kept()
      const texts = [
        ...(kind === undefined ? [] : [kindTerm(kind)]),
        ...(actor === undefined ? [] : [actorTerm(actor)]),
        ...(role === undefined ? [] : [roleTerm(role)]),
        ...things,
      ]
      const size = moments.last()?.n ?? 0
      const span = { from: from === undefined ? 0 : before(from), to: to === undefined ? size : before(to) }
      const found = search(lists, size, { terms: texts.map(lists.find), ...span, place: placeOf(begin), limit })
      return { ...found, events: found.events.map(placed) }
    },
    async stored(events) {
      const runs = runsOf(events.map(({ position }) => numberOf(position)).filter((n) => n !== undefined))
      const read = runs.map(({ first, count }) => store.readStoredFrom(placed(first).position, count))
      const known = new Map((await Promise.all(read)).flat().map((event) => [event.position as number, event]))
      return events.flatMap(({ position }) => known.get(position) ?? [])
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
    async close() {
      if (!opened) return
      await opened.close()
      sealLogFile(file)
    },
  }
}

/** Groups the numbers of events that follow on each other: each group is read at once. */
function runsOf(numbers: readonly number[]): { first: number; count: number }[] {
  const runs: { first: number; count: number }[] = []
  for (const n of [...numbers].sort((one, other) => one - other)) {
    const last = runs.at(-1)
    if (last && last.first + last.count === n) last.count++
    else runs.push({ first: n, count: 1 })
  }
  return runs
}
