/** Converts rows of the log's SQLite file to verified events. */
import { checksumOf, createChecksumMismatchError } from './checksum.ts'
import { type LoggedEvent, type Position, StoreDamaged, type StoredEvent } from './event-store.ts'
import { createLargeDataCache, LARGE_DATA_MIN_CHARS } from './large-data.ts'
import { upcast } from './upcast.ts'

/** Columns: position, stream, revision, id, type, at, data, meta, checksum. */
export type EventRow = [Position, string, number, string, string, number, string, string, number]

/** Converts a database row to an event in its current form. */
export const toLoggedEvent = ([position, stream, revision, id, type, at, data, meta]: EventRow): LoggedEvent =>
  upcast({ position, stream, revision, id, type, at, data: JSON.parse(data), meta })

/**
 * Returns a function that converts rows to events and rereads large data when needed.
 * The log has many events in memory.
 * Their number is limited, but not their size.
 * `read` returns the row at a position.
 */
export function createRowConverter(read: (position: Position) => EventRow | undefined): typeof toLoggedEvent {
  // The cache's key is the event's id, because after a rollback another event can get the same position.
  const cached = createLargeDataCache()

  function dataOf(position: Position, id: string): object {
    const known = cached.get(id)
    if (known) return known
    const row = read(position)
    if (row?.[3] !== id) throw new StoreDamaged(`The log is damaged: event ${position} is missing.`)
    verifyRow(row)
    return keep(row)
  }

  function keep(row: EventRow): object {
    const { data } = toLoggedEvent(row)
    cached.set(row[3], data, { size: row[6].length })
    return data
  }

  return (row) => {
    const [position, stream, revision, id, type, at, text, meta] = row
    if (text.length <= LARGE_DATA_MIN_CHARS) return toLoggedEvent(row)
    // After reading an event, the caller usually needs its large data next.
    // Caching the data avoids reading and verifying the event twice.
    keep(row)
    return upcast({ position, stream, revision, id, type, at, data: () => dataOf(position, id), meta })
  }
}

/**
 * Returns the row as stored.
 * Throws StoreDamaged if its checksum does not match.
 */
export function verifyRow(row: EventRow): StoredEvent {
  const [position, stream, revision, id, type, at, data, meta, checksum] = row
  const event = { position, stream, revision, id, type, at, data, meta }
  if (checksumOf(event) !== checksum) throw createChecksumMismatchError(position, stream, revision)
  return event
}

/**
 * Verifies a stored row and converts it to an event of the current schema.
 * Throws StoreDamaged if the row is damaged.
 */
export function toVerifiedEvent(row: EventRow, convert = toLoggedEvent): LoggedEvent {
  verifyRow(row)
  return convert(row)
}

/**
 * Returns the given events.
 * Throws StoreDamaged if one is missing: SQLite log positions have no gaps.
 */
export function assertNoGaps<E extends { position: Position }>(after: Position, events: E[]): E[] {
  let expected = Math.max(after, 0)
  for (const { position } of events)
    if (position !== ++expected) throw new StoreDamaged(`The log is damaged: event ${expected} is missing.`)
  return events
}

/** Returns the events if the first one is at `position`, otherwise an empty list. */
export function eventsStartingAt<E extends { position: Position }>(position: Position, events: E[]): E[] {
  const [first, ...others] = events
  if (first?.position !== position) return []
  assertNoGaps(position, others)
  return events
}

/**
 * Returns the events of a stream from the revision `from` on.
 * Throws StoreDamaged for a gap, because revisions count from 0 without gaps.
 */
export function assertCompleteStream(stream: string, events: LoggedEvent[], from: number): LoggedEvent[] {
  const missing = events.findIndex((event, index) => event.revision !== from + index)
  if (missing !== -1) throw new StoreDamaged(`The log is damaged: revision ${from + missing} of ${stream} is missing.`)
  return events
}
