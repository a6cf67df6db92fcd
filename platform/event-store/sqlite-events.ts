/** Converts rows of the log's SQLite file to events and verifies each. */
import { checksumMismatchError, checksumOf } from './checksum.ts'
import { type LoggedEvent, type Position, StoreDamaged, type StoredEvent } from './event-store.ts'
import { upcast } from './upcast.ts'

/** Columns: position, stream, revision, id, type, at, data, meta, checksum. */
export type EventRow = [Position, string, number, string, string, number, string, string, number]

/** Converts a row to an event of today's shape. */
export const toLogged = ([position, stream, revision, id, type, at, data, meta]: EventRow): LoggedEvent =>
  upcast({ position, stream, revision, id, type, at, data: JSON.parse(data), meta })

/**
 * Returns the row as stored.
 * Throws StoreDamaged if its checksum does not match.
 */
export function verifyRow(row: EventRow): StoredEvent {
  const [position, stream, revision, id, type, at, data, meta, checksum] = row
  const event = { position, stream, revision, id, type, at, data, meta }
  if (checksumOf(event) !== checksum) throw checksumMismatchError(position, stream, revision)
  return event
}

/**
 * Verifies a row and converts it to today's shape.
 * Throws StoreDamaged if it is damaged.
 */
export function toVerifiedEvent(row: EventRow): LoggedEvent {
  verifyRow(row)
  return toLogged(row)
}

/**
 * Returns the events.
 * Throws StoreDamaged if one is missing, since positions have no gaps.
 */
export function assertNoGaps<E extends { position: Position }>(after: Position, events: E[]): E[] {
  let expected = Math.max(after, 0)
  for (const { position } of events)
    if (position !== ++expected) throw new StoreDamaged(`The log is damaged: event ${expected} is missing.`)
  return events
}

/** Returns the events if the first has the position, otherwise none. */
export function eventsStartingAt<E extends { position: Position }>(position: Position, events: E[]): E[] {
  const [first, ...others] = events
  if (first?.position !== position) return []
  assertNoGaps(position, others)
  return events
}

/**
 * Returns the events.
 * Throws StoreDamaged if a revision is missing, since revisions count from 0 without gaps.
 */
export function assertCompleteStream(stream: string, events: LoggedEvent[]): LoggedEvent[] {
  const missing = events.findIndex((event, index) => event.revision !== index)
  if (missing !== -1) throw new StoreDamaged(`The log is damaged: revision ${missing} of ${stream} is missing.`)
  return events
}
