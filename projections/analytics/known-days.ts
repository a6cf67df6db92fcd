/** The figures of days as they were counted last: a day is counted anew once something was told of a report that it may count. */
import type { Rows } from '#platform/read-store/rows.ts'
import { dayIn } from '#rules/city-time.ts'
import type { ViewReading } from '../reading/reading.ts'
import type { ReportRow } from '../reports/reports-view.ts'
import { countDays, type Day } from './performance.ts'

/** More than the longest period and the one before it. */
const MOST_KEPT = 400

/** When a report was made; nothing happens to it before. */
const firstTime = ({ timestamp, collectedAt = timestamp, reopenedAt = timestamp }: ReportRow): string =>
  [timestamp, collectedAt, reopenedAt].reduce((first, at) => (at < first ? at : first))

/** Counts days one after another. Without a runner, where each call is of another moment of the past, nothing is kept. */
export function openKnownDays(runner: ViewReading['runner']) {
  const known = new Map<string, Day>()
  let knownIn: string | undefined
  let forgotten = 0

  function forgetFrom(first: string): void {
    forgotten += 1
    for (const date of known.keys()) if (date >= first) known.delete(date)
  }

  // What was marked may be undone or told in another order: every day since the report was made may count it otherwise now.
  runner?.onChange((view, rows) => {
    if (view !== 'reports' || knownIn === undefined) return
    let first: string | undefined
    for (const row of rows.values()) {
      const time = firstTime(row as ReportRow)
      if (first === undefined || time < first) first = time
    }
    if (first !== undefined) forgetFrom(dayIn(knownIn, first))
  })
  // Until then rows may be those of the view's version before; a log that could not be read is told to whoever started the runner.
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
