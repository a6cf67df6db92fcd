/** Measures forecast accuracy: error compared with the weekday mean, and coverage of the interval. */

interface ScoredDay {
  date: string
  p10: number
  p50: number
  p90: number
  /** Mean of the same weekday in tonnes; absent if the weekday had no history. */
  weekdayMean?: number | undefined
  actual: number
}

interface TrackRecord {
  days: number
  /** Sum of errors in percent of the actual total (WAPE); absent without days. */
  error?: number
  /** The same error if the weekday's mean had been the forecast. */
  weekdayMeanError?: number
  /** Percentage of days whose actual tonnes were within the interval. */
  coverage?: number
}

/**
 * Measures the accuracy on days from `since` (`2026-01-05`) on.
 * Omits the error of the weekday's mean if some days have no mean.
 */
export function measureTrackRecord(all: readonly ScoredDay[], since: string): TrackRecord {
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
