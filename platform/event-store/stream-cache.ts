/**
 * Caches streams in memory.
 * Events never change, so only newer ones are read.
 */
import { LRUCache } from 'lru-cache'
import type { AppendResult, LoggedEvent } from './event-store.ts'

/**
 * Maximum number of events in the cache, over all streams.
 * Events of reports and collections take about 20 MB.
 */
const CACHE_LIMIT_EVENTS = 20_000

interface Known {
  events: readonly LoggedEvent[]
  /** Count of events read from the store; later ones come from appends. */
  read: number
}

interface StreamCache {
  /**
   * Returns the cached events of a stream, starting with its first event.
   * The newest events may be missing.
   * Returns undefined if the stream is not cached.
   */
  known(stream: string): LoggedEvent[] | undefined
  /**
   * Returns all events of a stream.
   * `readFrom` reads the uncached ones from a revision on.
   */
  read(stream: string, readFrom: (revision: number) => Promise<LoggedEvent[]>): Promise<LoggedEvent[]>
  /** Adds appended events if all earlier ones are cached. */
  appended(stream: string, appended: Pick<AppendResult, 'events'>): void
}

export function createStreamCache(limit = CACHE_LIMIT_EVENTS): StreamCache {
  const streams = new LRUCache<string, Known>({
    maxSize: limit,
    // Caches streams of any length, because rereading long ones takes seconds.
    sizeCalculation: ({ events }) => Math.min(events.length + 1, limit / 2),
  })

  /** Caches a read's result, unless a concurrent read has already cached a longer one. */
  function keep(stream: string, known: Known): void {
    const before = streams.get(stream)
    if (!before || known.events.length > before.events.length || known.read > before.read) streams.set(stream, known)
  }

  /**
   * Reads new events of a stream, and its last cached event again.
   * Returns undefined if that event has changed, because another log has then replaced the cached one.
   */
  async function readOn(
    { events, read }: Known,
    readFrom: (revision: number) => Promise<LoggedEvent[]>,
  ): Promise<LoggedEvent[] | undefined> {
    const last = events[read - 1]
    if (!last) return undefined
    const [again, ...since] = await readFrom(last.revision)
    return again?.id === last.id ? [...events.slice(0, read), ...since] : undefined
  }

  return {
    known: (stream) => streams.get(stream)?.events.slice(),
    async read(stream, readFrom) {
      const known = streams.get(stream)
      const grown = known && (await readOn(known, readFrom))
      // Changed cached events mean that another log replaced the whole log.
      // All cached streams are then invalid.
      // Streams known only from their appends have nothing to compare.
      if (known && known.read > 0 && !grown) streams.clear()
      const events = grown ?? (await readFrom(0))
      if (events.length > 0) keep(stream, { events, read: events.length })
      return events.slice()
    },
    appended(stream, { events }) {
      const before = streams.get(stream) ?? { events: [], read: 0 }
      if (before.events.length === events[0]?.revision)
        streams.set(stream, { events: [...before.events, ...events], read: before.read })
    },
  }
}
