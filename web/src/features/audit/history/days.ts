/** Rows of the history's list: events, with a heading above each day's first. */
import type { HistoryEvent } from '#contract/audit/history.ts'
import { dayIn } from '#domain/city-time.ts'

export interface ListRow {
  key: string
  /** Day of the heading and its events. */
  day: string
  /** Undefined for a heading. */
  event?: HistoryEvent
}

/** Returns the rows, newest first, with days of the city. */
export function withDays(events: readonly HistoryEvent[], timeZone: string): ListRow[] {
  let shown = ''
  return events.flatMap((event): ListRow[] => {
    const day = dayIn(timeZone, event.at)
    const row = { key: String(event.position), day, event }
    if (day === shown) return [row]
    shown = day
    return [{ key: `day-${day}-${event.position}`, day }, row]
  })
}
