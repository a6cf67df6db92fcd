/** The embedded log in order: its newest events from memory, so that followers that keep up cost no read; older ones from the file. */
import { type LoggedEvent, type Position, START } from './event-store.ts'
import type { LogFile } from './sqlite-file.ts'

const KEPT = 4_000

export interface RecentLog {
  after(position: Position, limit: number): LoggedEvent[]
  /** Takes in what was stored just now. */
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
      // One by one: as arguments of one call they may be too many.
      for (const event of events) recent.push(event)
      if (recent.length <= 2 * KEPT) return
      recentAfter = recent.at(-KEPT - 1)?.position ?? recentAfter
      recent = recent.slice(-KEPT)
    },

    head: () => recent.at(-1)?.position ?? recentAfter,
  }
}
