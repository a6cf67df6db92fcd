/** The rows of the log's SQLite file as events, each looked at before it is given. */
import { changedEvent, checksumOf } from './checksum.ts'
import { type LoggedEvent, type Position, StoreDamaged, type StoredEvent } from './event-store.ts'
import { upcast } from './upcast.ts'

/** Position, stream, revision, id, type, at, data, meta, checksum. */
export type EventRow = [Position, string, number, string, string, number, string, string, number]

/** The row in today's shape. */
export const toLogged = ([position, stream, revision, id, type, at, data, meta]: EventRow): LoggedEvent =>
  upcast({ position, stream, revision, id, type, at, data: JSON.parse(data), meta })

/** The row as it was written; throws StoreDamaged when it is not. */
export function asWritten(row: EventRow): StoredEvent {
  const [position, stream, revision, id, type, at, data, meta, checksum] = row
  const event = { position, stream, revision, id, type, at, data, meta }
  if (checksumOf(event) !== checksum) throw changedEvent(position, stream, revision)
  return event
}

/** The row as an event; throws StoreDamaged when it is not as it was written. */
export function stored(row: EventRow): LoggedEvent {
  asWritten(row)
  return toLogged(row)
}

/** Positions count without a gap: what is not there was lost. */
export function inOrder<E extends { position: Position }>(after: Position, events: E[]): E[] {
  let expected = Math.max(after, 0)
  for (const { position } of events)
    if (position !== ++expected) throw new StoreDamaged(`The log is damaged: event ${expected} is missing.`)
  return events
}

/** Events from a position on: none unless the first of them has it. */
export function beginningAt<E extends { position: Position }>(position: Position, events: E[]): E[] {
  const [first, ...others] = events
  if (first?.position !== position) return []
  inOrder(position, others)
  return events
}

/** A stream's revisions count from 0 without a gap. */
export function whole(stream: string, events: LoggedEvent[]): LoggedEvent[] {
  const missing = events.findIndex((event, index) => event.revision !== index)
  if (missing !== -1) throw new StoreDamaged(`The log is damaged: revision ${missing} of ${stream} is missing.`)
  return events
}
