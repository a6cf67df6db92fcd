/** Caches the figures of days and recounts days whose reports changed. */
import type { Rows } from '#platform/read-store/rows.ts'
import { dayIn } from '#rules/city-time.ts'
import type { ViewReading } from '../reading/reading.ts'
import type { ReportRow } from '../reports/reports-view.ts'
import { countDays, type Day } from './performance.ts'

/** Exceeds the longest period plus the one before it. */
const MOST_KEPT = 400

/** Returns the earliest time of a report's history. */
const firstTime = ({ timestamp, collectedAt = timestamp, reopenedAt = timestamp }: ReportRow): string =>
  [timestamp, collectedAt, reopenedAt].reduce((first, at) => (at < first ? at : first))

/**
 * Counts days in order and caches them.
 * Without a runner each call reads a different past moment, so nothing is cached.
 */
export function openKnownDays(runner: ViewReading['runner']) {
  const known = new Map<string, Day>()
  let knownIn: string | undefined
  let forgotten = 0

  function forgetFrom(first: string): void {
    forgotten += 1
    for (const date of known.keys()) if (date >= first) known.delete(date)
  }

  // Changes can be undone or arrive out of order.
  // A change therefore invalidates every day since the report.
  runner?.onChange((view, rows) => {
    if (view !== 'reports' || knownIn === undefined) return
    let first: string | undefined
    for (const row of rows.values()) {
      const time = firstTime(row as ReportRow)
      if (first === undefined || time < first) first = time
    }
    if (first !== undefined) forgetFrom(dayIn(knownIn, first))
  })
  // Until `ready`, rows may come from the view's previous version.
  // The runner reports a log it cannot read.
  runner?.ready.then(
    () => forgetFrom(''),
    () => undefined,
  )

  return async function daysOf(rows: Rows, dates: readonly string[], timeZone: string): Promise<Day[]> {
    if (knownIn !== timeZone || known.size > MOST_KEPT) forgetFrom('')
    knownIn = timeZone
    const before = dates.map((date) => known.get(date))
    const missing = before.indexOf(undefined)
    if (missing === -1) return before as Day[]
    const asOf = forgotten
    const counted = await countDays(rows, dates.slice(missing), timeZone)
    if (runner && asOf === forgotten) for (const day of counted) known.set(day.date, day)
    return [...(before.slice(0, missing) as Day[]), ...counted]
  }
}
