/** Recognizes a log by one of its events: a restored or replaced log has another event at that position, or none. */
import type { EventStore, Position, StoredEvent } from './event-store.ts'

/**
 * One event of a log, as files and rows remember it. The id alone does not name the log: a job that runs again after a restore
 * appends an event of the same id. Events of the same id that were appended in the same millisecond at the same position follow
 * on the same events.
 */
export interface LogMark {
  position: Position
  id: string
  /** When it was appended, in epoch ms. */
  at: number
}

export const markOf = ({ position, id, at }: LogMark): LogMark => ({ position, id, at })

export const isSameMark = (one: LogMark, other: LogMark): boolean =>
  one.position === other.position && one.id === other.id && one.at === other.at

/** Returns the event at a position as it was stored; undefined where no event has the position. */
export async function eventAt(
  store: Pick<EventStore, 'readStoredFrom'>,
  position: Position,
): Promise<StoredEvent | undefined> {
  const [event] = await store.readStoredFrom(position, 1)
  return event
}

/** Whether the log still has the event. */
export async function hasMark(store: Pick<EventStore, 'readStoredFrom'>, mark: LogMark): Promise<boolean> {
  const event = await eventAt(store, mark.position)
  return event !== undefined && isSameMark(event, mark)
}

/** The log lacks the last event that was read of it: it was rolled back, restored, or is another one. */
export class OtherLog extends Error {
  constructor() {
    super('The log no longer has the last event that was read of it.')
    this.name = 'OtherLog'
  }
}
