/**
 * Daily service figures: reports, collections, disputes and waiting times.
 * Cached days are recounted after changes of their reports.
 */

import type { FuelAnalytics } from '#contract/views.ts'
import { addDays, localDayOf } from '#domain/city-time.ts'
import { parseInstant } from '#domain/instant.ts'
import { dayStartIsoOf } from '#domain/wall-clock.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { readDaySlices } from '../queries/day-slices.ts'
import type { ViewReadDependencies } from '../queries/dependencies.ts'
import { NOT_REPLACED_FILTER } from '../queries/lists.ts'
import { roundToHundredth } from '../queries/rounding.ts'
import type { ReportRow } from '../reports/reports-view.ts'

type Performance = FuelAnalytics['performance']
type DayFigures = Performance['days'][number]

const HOUR_MS = 60 * 60 * 1000
/** Approximate number of reports read at once. */
const SLICE_REPORTS = 4_000

/**
 * A day's figures about collected reports.
 * `waits` are the reports' waiting times in hours.
 */
interface ServiceDayFigures extends DayFigures {
  waits: Float64Array
  simulated: boolean
}

/**
 * Counts reports, collections and disputes of consecutive days.
 * Days follow the city's time zone.
 */
async function readServiceDays(rows: Rows, dates: readonly string[], timeZone: string): Promise<ServiceDayFigures[]> {
  const beginOf = (date: string) => dayStartIsoOf(timeZone, date)
  const period = { from: dates[0] ?? '', to: dates.at(-1) ?? '' }
  const begins = [...dates, addDays(period.to, 1)].map(beginOf)
  const placeOf = intervalLookup(begins)
  const days = dates.map((date) => ({
    date,
    reports: 0,
    collected: 0,
    disputed: 0,
    waits: [] as number[],
    simulated: false,
  }))
  const since = async (
    field: 'timestamp' | 'collectedAt' | 'reopenedAt',
    count: (day: (typeof days)[number], row: ReportRow) => void,
  ) => {
    const read = (first: string, last: string) => {
      const within = { $gte: beginOf(first), $lt: beginOf(addDays(last, 1)) }
      return rows.find<ReportRow>('reports', { filter: { ...NOT_REPLACED_FILTER, [field]: within }, unsorted: true })
    }
    for await (const slice of readDaySlices(period, SLICE_REPORTS, read))
      for (const row of slice) {
        const day = days[placeOf(row[field] ?? '')]
        if (!day) continue
        count(day, row)
        day.simulated ||= row.simulated ?? false
      }
  }
  await since('timestamp', (day) => {
    day.reports += 1
  })
  await since('collectedAt', (day, { timestamp, collectedAt = '' }) => {
    day.collected += 1
    // A clock that was set back must not produce negative waits.
    day.waits.push(Math.max(0, parseInstant(collectedAt) - parseInstant(timestamp)) / HOUR_MS)
  })
  await since('reopenedAt', (day, { disputed }) => {
    if (disputed) day.disputed += 1
  })
  return days.map((day) => {
    const waits = Float64Array.from(day.waits)
    return { ...day, waits, medianHours: medianOf(waits) }
  })
}

/** Returns a period's performance: totals over all days, and the figures of each day. */
export const summarizePerformance = (days: readonly ServiceDayFigures[]): Performance => ({
  reports: sum(days, 'reports'),
  collected: sum(days, 'collected'),
  disputed: sum(days, 'disputed'),
  medianHours: medianOf(concatenated(days.map(({ waits }) => waits))),
  days: days.map(({ waits: _, simulated: __, ...day }) => day),
})

const sum = (days: readonly ServiceDayFigures[], figure: 'reports' | 'collected' | 'disputed') =>
  days.reduce((total, day) => total + day[figure], 0)

function concatenated(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/**
 * Returns a function that finds the interval of a time.
 * It returns the interval's number, or -1 outside all intervals.
 */
function intervalLookup(moments: readonly string[]): (at: string) => number {
  const [first = '', end = ''] = [moments[0], moments.at(-1)]
  let place = 0
  return (at) => {
    if (at < first || at >= end) return -1
    // Searches only for a time outside the last interval, because rows mostly come in time order.
    if (at < (moments[place] as string) || at >= (moments[place + 1] as string))
      place = moments.findLastIndex((moment) => moment <= at)
    return place
  }
}

/**
 * Returns the median rounded to hundredths, or null without values.
 * Reorders the array.
 */
function medianOf(values: Float64Array): number | null {
  if (values.length === 0) return null
  const low = nth(values, Math.floor((values.length - 1) / 2))
  const high = nth(values, Math.floor(values.length / 2))
  return roundToHundredth((low + high) / 2)
}

/** Returns the number at place `n` in ascending order (Hoare's selection). */
function nth(values: Float64Array, n: number): number {
  const at = (place: number) => values[place] as number
  let [from, to] = [0, values.length - 1]
  while (from < to) {
    const pivot = at(n)
    let [low, high] = [from, to]
    while (low <= high) {
      while (at(low) < pivot) low += 1
      while (at(high) > pivot) high -= 1
      if (low > high) break
      const value = at(low)
      values[low] = at(high)
      values[high] = value
      low += 1
      high -= 1
    }
    if (high < n) from = low
    if (low > n) to = high
  }
  return at(n)
}

/**
 * Maximum number of cached days.
 * It exceeds the longest period plus the equally long period before it.
 */
const MAX_CACHED_DAYS = 400

/** Returns the time of the earliest event in a report's history. */
const earliestTime = ({ timestamp, collectedAt = timestamp, reopenedAt = timestamp }: ReportRow): string =>
  [timestamp, collectedAt, reopenedAt].reduce((first, at) => (at < first ? at : first))

/**
 * Returns a function that computes figures day by day and caches them.
 * It caches nothing for past moments, because each such query has another moment.
 */
export function createDayCache(runner: ViewReadDependencies['runner']) {
  const cached = new Map<string, ServiceDayFigures>()
  let cachedTimeZone: string | undefined
  let invalidations = 0

  function invalidateFrom(first: string): void {
    invalidations += 1
    for (const date of cached.keys()) if (date >= first) cached.delete(date)
  }

  // Discards the cached days from the earliest event of a changed report on.
  // Changes may be undone or arrive out of order.
  runner?.onChange((view, rows) => {
    if (view !== 'reports' || cachedTimeZone === undefined) return
    let first: string | undefined
    for (const row of rows.values()) {
      const time = earliestTime(row as ReportRow)
      if (first === undefined || time < first) first = time
    }
    if (first !== undefined) invalidateFrom(localDayOf(cachedTimeZone, first))
  })
  // After a switch to another log, all rows are replaced without a notification per row.
  // The whole cache is therefore invalid.
  runner?.onOtherLog(() => invalidateFrom(''))
  // Discards the cached days once the projection runner is ready.
  // Days cached before may come from rows of the view's previous version.
  // Ignores a rejection: it means an unreadable log, which the runner reports.
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
