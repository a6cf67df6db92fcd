/** How forecasts came out: their error beside the weekday's mean, and how often what came lay in the interval. */

export interface ScoredDay {
  date: string
  p10: number
  p50: number
  p90: number
  /** tonnes; absent where the weekday had no past */
  weekdayMean?: number | undefined
  actual: number
}

export interface TrackRecord {
  days: number
  /** The sum of the errors in percent of all that came (WAPE). */
  error?: number
  /** The same of the weekday's mean, over the same days. */
  weekdayMeanError?: number
  /** Percent of the days that lay in their interval. */
  coverage?: number
}

/** Of the days from `since` (`2026-01-05`) on. The mean is measured over the days that have one: where some lack it, it is left out. */
export function trackRecord(all: readonly ScoredDay[], since: string): TrackRecord {
  const days = all.filter(({ date }) => date >= since)
  const came = days.reduce((sum, { actual }) => sum + actual, 0)
  if (days.length === 0 || came <= 0) return { days: days.length }
  const percent = (missed: number) => (100 * missed) / came
  const error = percent(days.reduce((sum, { p50, actual }) => sum + Math.abs(p50 - actual), 0))
  const inside = days.filter(({ p10, p90, actual }) => p10 <= actual && actual <= p90).length
  const coverage = (100 * inside) / days.length
  if (days.some(({ weekdayMean }) => weekdayMean === undefined)) return { days: days.length, error, coverage }
  const missedByMean = days.reduce((sum, { weekdayMean = 0, actual }) => sum + Math.abs(weekdayMean - actual), 0)
  return { days: days.length, error, weekdayMeanError: percent(missedByMean), coverage }
}
