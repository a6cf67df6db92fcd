/**
 * Identifies a log by one of its events.
 * A restored or replaced log has another event there, or none.
 */
import type { EventStore, Position, StoredEvent } from './event-store.ts'

/**
 * Identifies a log by one of its events.
 * Files and rows store this mark.
 * The event's id alone is ambiguous: after a restore, a repeated job uses the same id again.
 * If position, id and time are equal in two logs, their earlier events are equal too.
 */
export interface LogMark {
  position: Position
  id: string
  /** Time of the append, in epoch ms. */
  at: number
}

export const logMarkOf = ({ position, id, at }: LogMark): LogMark => ({ position, id, at })

export const isSameMark = (one: LogMark, other: LogMark): boolean =>
  one.position === other.position && one.id === other.id && one.at === other.at

/** Returns the stored event at a position, if any. */
export async function readEventAt(
  store: Pick<EventStore, 'readStoredFrom'>,
  position: Position,
): Promise<StoredEvent | undefined> {
  const [event] = await store.readStoredFrom(position, 1)
  return event
}

/** Whether the log still contains the event that the mark identifies. */
export async function isMarkInLog(store: Pick<EventStore, 'readStoredFrom'>, mark: LogMark): Promise<boolean> {
  const event = await readEventAt(store, mark.position)
  return event !== undefined && isSameMark(event, mark)
}

/**
 * Thrown if the log lacks the last event read from it.
 * It was rolled back, restored or replaced.
 */
export class LogReplaced extends Error {
  constructor() {
    super('The log no longer has the last event that was read from it.')
    this.name = 'OtherLog'
  }
}
