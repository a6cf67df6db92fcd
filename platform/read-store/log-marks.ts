/** Marks of the log for rows: they name the newest event that there was when the rows were written. */
import { asPosition, type EventStore, START } from '#platform/event-store/event-store.ts'
import { eventAt, hasMark, isSameMark } from '#platform/event-store/log-mark.ts'
import type { TableMark } from './read-store.ts'

export interface LogMarks {
  /** Of the log as it is now; undefined while it is empty. */
  now(): Promise<string | undefined>
  /** Whether the log still has the event that the mark names. Another log may have been put in its place, or an older one. */
  holds(mark: string): Promise<boolean>
}

/** Marks are texts: position, id and time of the event. */
export function marksOf(store: Pick<EventStore, 'head' | 'readStoredFrom'>): LogMarks {
  return {
    async now() {
      const head = await store.head()
      const event = head === START ? undefined : await eventAt(store, head)
      return event && `${event.position} ${event.id} ${event.at}`
    },
    async holds(mark) {
      const [position, id = '', at] = mark.split(' ')
      return hasMark(store, { position: asPosition(Number(position)), id, at: Number(at) })
    },
  }
}

/** Whether the log has the event that a table follows on. What an earlier version wrote has no more than the position of one. */
export async function isOfLog(store: Pick<EventStore, 'readStoredFrom'>, mark: TableMark): Promise<boolean> {
  if (mark.position === START) return true
  const event = await eventAt(store, mark.position)
  const { id = event?.id, at = event?.at } = mark
  return event !== undefined && isSameMark(event, { ...mark, id: id ?? '', at: at ?? 0 })
}
