/** By what rows know the log again that they were made of: its newest event when they were written. */
import { type EventStore, type Position, START } from '#platform/event-store/event-store.ts'

export interface LogMarks {
  /** Of the log as it is now; undefined while it is empty. */
  now(): Promise<string | undefined>
  /** Whether it has still what it had when this was its mark: another one may have been put in its place, or an older one. */
  holds(mark: string): Promise<boolean>
}

/** Of a log whose positions count 1, 2, 3, … */
export function marksOf(store: Pick<EventStore, 'head' | 'readStored'>): LogMarks {
  async function markAt(position: Position): Promise<string | undefined> {
    const [event] = await store.readStored(position - 1, 1)
    return event?.position === position ? `${position} ${event.id}` : undefined
  }
  return {
    async now() {
      const head = await store.head()
      return head === START ? undefined : markAt(head)
    },
    async holds(mark) {
      const position = Number.parseInt(mark, 10)
      return position <= (await store.head()) && (await markAt(position)) === mark
    },
  }
}
