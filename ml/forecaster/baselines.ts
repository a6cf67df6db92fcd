/** Simple forecasts (baselines) for comparison with the model, and scores. */

import { mean } from './statistics.ts'

/**
 * Returns the newest `count` known weights before day `origin` that have the weekday of `target`.
 * The newest weight is first.
 */
export function weightsOfSameWeekday(total: Float64Array, target: number, origin: number, count: number): number[] {
  const found: number[] = []
  const latest = target - 7 * Math.max(1, Math.ceil((target - origin + 1) / 7))
  for (let at = latest; at >= 0 && found.length < count; at -= 7)
    if (!Number.isNaN(total[at])) found.push(total[at] as number)
  return found
}

/** Returns the seasonal naive forecast: the weekday's last weight; NaN if none. */
export const predictSeasonalNaive = (total: Float64Array, target: number, origin: number): number =>
  weightsOfSameWeekday(total, target, origin, 1)[0] ?? Number.NaN

/**
 * Returns the mean weight of the last four days with the same weekday.
 * NaN if there are none.
 */
export const predictWeekdayMean = (total: Float64Array, target: number, origin: number): number =>
  mean(weightsOfSameWeekday(total, target, origin, 4))

/** Forecast of a day whose weight is known. */
export interface ScoredForecast {
  tonnes: number
  p10: number
  p50: number
  p90: number
}

interface Score {
  /** Error of the forecast: forecast minus actual weight, in tonnes. */
  error: number
  /** Whether the actual tonnes were within the interval. */
  inside: boolean
}

export const scoreDayForecast = ({ tonnes, p10, p50, p90 }: ScoredForecast): Score => ({
  error: p50 - tonnes,
  inside: p10 <= tonnes && tonnes <= p90,
})

/**
 * Returns the sum of absolute errors, in percent of the actual total (WAPE).
 * Returns NaN if the total is 0.
 */
export function weightedAbsolutePercentageErrorOf(
  pairs: Iterable<readonly [forecast: number, tonnes: number]>,
): number {
  let [missed, came] = [0, 0]
  for (const [forecast, tonnes] of pairs) {
    missed += Math.abs(forecast - tonnes)
    came += tonnes
  }
  return came > 0 ? (100 * missed) / came : Number.NaN
}

/** Returns the fraction of days (0 to 1) whose actual tonnes were within the forecast interval. */
export const intervalCoverageOf = (days: readonly ScoredForecast[]): number =>
  days.filter((day) => scoreDayForecast(day).inside).length / days.length
