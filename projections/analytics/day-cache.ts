/** Caches the figures of days and recounts days whose reports changed. */

import { localDayOf } from '#domain/city-time.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { ViewReadDependencies } from '../queries/dependencies.ts'
import type { ReportRow } from '../reports/reports-view.ts'
import { readServiceDays, type ServiceDayFigures } from './performance.ts'

/** Limit of cached days. It exceeds the longest period and the one before it. */
const MAX_CACHED_DAYS = 400

/** Returns the time of the earliest event in a report's history. */
const earliestTime = ({ timestamp, collectedAt = timestamp, reopenedAt = timestamp }: ReportRow): string =>
  [timestamp, collectedAt, reopenedAt].reduce((first, at) => (at < first ? at : first))

/**
 * Returns a function that counts the figures of days in order and caches them.
 * Reads of the past have no runner. Each of them reads another moment, so nothing is cached.
 */
export function createDayCache(runner: ViewReadDependencies['runner']) {
  const cached = new Map<string, ServiceDayFigures>()
  let cachedTimeZone: string | undefined
  let invalidations = 0

  function invalidateFrom(first: string): void {
    invalidations += 1
    for (const date of cached.keys()) if (date >= first) cached.delete(date)
  }

  // Invalidates all days from the earliest event of a changed report on.
  // Any event of the report may have changed, because changes can be undone or arrive out of order.
  runner?.onChange((view, rows) => {
    if (view !== 'reports' || cachedTimeZone === undefined) return
    let first: string | undefined
    for (const row of rows.values()) {
      const time = earliestTime(row as ReportRow)
      if (first === undefined || time < first) first = time
    }
    if (first !== undefined) invalidateFrom(localDayOf(cachedTimeZone, first))
  })
  // Discards the cache once the runner is ready.
  // Before that, rows may come from the previous version of the view.
  // A rejection means an unreadable log and is ignored here, because the runner reports it.
  runner?.ready.then(
    () => invalidateFrom(''),
    () => undefined,
  )

  return async function daysOf(rows: Rows, dates: readonly string[], timeZone: string): Promise<ServiceDayFigures[]> {
    if (cachedTimeZone !== timeZone || cached.size > MAX_CACHED_DAYS) invalidateFrom('')
    cachedTimeZone = timeZone
    const before = dates.map((date) => cached.get(date))
    const missing = before.indexOf(undefined)
    if (missing === -1) return before as ServiceDayFigures[]
    const asOf = invalidations
    const counted = await readServiceDays(rows, dates.slice(missing), timeZone)
    if (runner && asOf === invalidations) for (const day of counted) cached.set(day.date, day)
    return [...(before.slice(0, missing) as ServiceDayFigures[]), ...counted]
  }
}
