/**
 * Caches the newest events of the embedded log.
 * Followers that keep up read no file.
 */
import { type LoggedEvent, type Position, START } from './event-store.ts'
import type { LogFile } from './sqlite-file.ts'

const KEPT = 4_000

export interface RecentLog {
  after(position: Position, limit: number): LoggedEvent[]
  /** Adds newly stored events. */
  keep(events: readonly LoggedEvent[]): void
  head(): Position
}

export function openRecentLog(log: LogFile): RecentLog {
  /** Every event after `recentAfter`, in order. */
  let recent: LoggedEvent[] = []
  let recentAfter: Position = log.head() ?? START

  return {
    after(position, limit) {
      if (position < recentAfter) return log.after(position, limit)
      const from = recent.findLastIndex((event) => event.position <= position) + 1
      return recent.slice(from, from + limit)
    },

    keep(events) {
      // A spread into one call may exceed the limit of arguments.
      for (const event of events) recent.push(event)
      if (recent.length <= 2 * KEPT) return
      recentAfter = recent.at(-KEPT - 1)?.position ?? recentAfter
      recent = recent.slice(-KEPT)
    },

    head: () => recent.at(-1)?.position ?? recentAfter,
  }
}
