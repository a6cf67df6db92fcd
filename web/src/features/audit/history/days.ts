/** The rows of the history's list: events, and above the first of each day a heading. */
import type { HistoryEvent } from '#contract/endpoints/history.ts'
import { dayIn } from '#rules/city-time.ts'

export type ListRow = { key: string; day: string } | { key: string; event: HistoryEvent; index: number }

/** Newest first; days are the city's. */
export function withDays(events: readonly HistoryEvent[], timeZone: string): ListRow[] {
  let shown = ''
  return events.flatMap((event, index): ListRow[] => {
    const day = dayIn(timeZone, event.at)
    const row = { key: String(event.position), event, index }
    if (day === shown) return [row]
    shown = day
    return [{ key: `day-${day}-${event.position}`, day }, row]
  })
}
