/** The rows of the log's SQLite file as events, each looked at before it is given. */
import { changedEvent, checksumOf } from './checksum.ts'
import { type EventMeta, type Position, type RecordedEvent, StoreDamaged } from './event-store.ts'

/** Position, stream, revision, id, type, at, data, meta, checksum. */
export type EventRow = [number, string, number, string, string, number, string, string, number]

/** An event of the file. Few readers want its meta: that is parsed when asked for. */
export class StoredEvent implements RecordedEvent {
  position: number
  stream: string
  revision: number
  id: string
  type: string
  at: number
  data: object
  #meta: string | EventMeta

  constructor([position, stream, revision, id, type, at, data, meta]: EventRow) {
    this.position = position
    this.stream = stream
    this.revision = revision
    this.id = id
    this.type = type
    this.at = at
    this.data = JSON.parse(data)
    this.#meta = meta
  }

  get meta(): EventMeta {
    if (typeof this.#meta === 'string') this.#meta = JSON.parse(this.#meta) as EventMeta
    return this.#meta
  }
}

/** The row as an event; throws StoreDamaged when it is not as it was written. */
export function stored(row: EventRow): RecordedEvent {
  const [position, stream, revision, id, type, at, data, meta, checksum] = row
  if (checksumOf({ stream, revision, id, type, data, meta, at }) !== checksum)
    throw changedEvent(position, stream, revision)
  return new StoredEvent(row)
}

/** Positions count without a gap: what is not there was lost. */
export function inOrder(after: Position, events: RecordedEvent[]): RecordedEvent[] {
  let expected = Math.max(after, 0)
  for (const { position } of events)
    if (position !== ++expected) throw new StoreDamaged(`The log is damaged: event ${expected} is missing.`)
  return events
}

/** A stream's revisions count from 0 without a gap. */
export function whole(stream: string, events: RecordedEvent[]): RecordedEvent[] {
  const missing = events.findIndex((event, index) => event.revision !== index)
  if (missing !== -1) throw new StoreDamaged(`The log is damaged: revision ${missing} of ${stream} is missing.`)
  return events
}
