/** What this process knows of streams: an event stays as it is, so of a stream that was read only what came since is read again. */
import { LRUCache } from 'lru-cache'
import type { Appended, LoggedEvent } from './event-store.ts'

/** Of all streams together: of reports and collections some 20 MB. */
const MOST_EVENTS = 20_000

interface Known {
  events: readonly LoggedEvent[]
  /** So many were read; those after them are as an append was answered. */
  read: number
}

/** The streams of one process's memory. */
export interface KnownStreams {
  /** From its first event on, perhaps not to its last; undefined where nothing is known. */
  known(stream: string): LoggedEvent[] | undefined
  /** All events of a stream; `readFrom` reads them from a revision on. */
  read(stream: string, readFrom: (revision: number) => Promise<LoggedEvent[]>): Promise<LoggedEvent[]>
  /** What was appended, where all before it is known. */
  appended(stream: string, appended: Pick<Appended, 'events'>): void
}

/** Begins to know, nothing yet. */
export function keepKnownStreams(): KnownStreams {
  const streams = new LRUCache<string, Known>({
    maxSize: MOST_EVENTS,
    sizeCalculation: ({ events }) => events.length + 1,
  })

  /** Of two who read at the same time the one that came further is right. */
  function keep(stream: string, known: Known): void {
    const before = streams.get(stream)
    if (!before || known.events.length > before.events.length || known.read > before.read) streams.set(stream, known)
  }

  /** The last event that was read is read again: another in its place is of another log. */
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
      // Whatever else is known is of that other log, too.
      if (known && !grown) streams.clear()
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
