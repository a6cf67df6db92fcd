/**
 * Creates marks that identify the newest event of the log when rows are written.
 * A mark shows later whether the log was replaced or restored.
 */
import { type EventStore, LOG_START, toPosition } from '#platform/event-store/event-store.ts'
import { isMarkInLog, isSameMark, readEventAt } from '#platform/event-store/log-mark.ts'
import type { TableMark } from './read-store.ts'

export interface LogMarks {
  /**
   * Returns the newest event's position, id and time.
   * Undefined while the log is empty.
   */
  now(): Promise<string | undefined>
  /**
   * Whether the log still has the event that `mark` identifies.
   * A log that was replaced or restored may lack it.
   */
  holds(mark: string): Promise<boolean>
}

/**
 * Creates log marks.
 * A mark is a text with the position, id and time of the newest event.
 */
export function createLogPositionMarks(store: Pick<EventStore, 'head' | 'readStoredFrom'>): LogMarks {
  return {
    async now() {
      const head = await store.head()
      const event = head === LOG_START ? undefined : await readEventAt(store, head)
      return event && `${event.position} ${event.id} ${event.at}`
    },
    async holds(mark) {
      const [position, id = '', at] = mark.split(' ')
      return isMarkInLog(store, { position: toPosition(Number(position)), id, at: Number(at) })
    },
  }
}

/**
 * Whether the log has the last event from which a table was built.
 * Earlier versions' tables store only its position.
 */
export async function isTableOfLog(store: Pick<EventStore, 'readStoredFrom'>, mark: TableMark): Promise<boolean> {
  if (mark.position === LOG_START) return true
  const event = await readEventAt(store, mark.position)
  const { id = event?.id, at = event?.at } = mark
  return event !== undefined && isSameMark(event, { ...mark, id: id ?? '', at: at ?? 0 })
}
