/** The rows of the log's SQLite file as events, each looked at before it is given. */
import { changedEvent, checksumOf } from './checksum.ts'
import { type LoggedEvent, type Position, StoreDamaged } from './event-store.ts'
import { upcast } from './upcast.ts'

/** Position, stream, revision, id, type, at, data, meta, checksum. */
export type EventRow = [number, string, number, string, string, number, string, string, number]

/** The row in today's shape. */
export const toLogged = ([position, stream, revision, id, type, at, data, meta]: EventRow): LoggedEvent =>
  upcast({ position, stream, revision, id, type, at, data: JSON.parse(data), meta })

/** The row as an event; throws StoreDamaged when it is not as it was written. */
export function stored(row: EventRow): LoggedEvent {
  const [position, stream, revision, id, type, at, data, meta, checksum] = row
  if (checksumOf({ stream, revision, id, type, data, meta, at }) !== checksum)
    throw changedEvent(position, stream, revision)
  return toLogged(row)
}

/** Positions count without a gap: what is not there was lost. */
export function inOrder(after: Position, events: LoggedEvent[]): LoggedEvent[] {
  let expected = Math.max(after, 0)
  for (const { position } of events)
    if (position !== ++expected) throw new StoreDamaged(`The log is damaged: event ${expected} is missing.`)
  return events
}

/** A stream's revisions count from 0 without a gap. */
export function whole(stream: string, events: LoggedEvent[]): LoggedEvent[] {
  const missing = events.findIndex((event, index) => event.revision !== index)
  if (missing !== -1) throw new StoreDamaged(`The log is damaged: revision ${missing} of ${stream} is missing.`)
  return events
}
