/** The rows of the history's list: events, and above the first of each day a heading. */
import type { HistoryEvent } from '#contract/audit/history.ts'
import { dayIn } from '#rules/city-time.ts'

export interface ListRow {
  key: string
  /** Of a heading and of what stands below it. */
  day: string
  /** Of an event. */
  event?: HistoryEvent
}

/** Newest first; days are the city's. */
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
