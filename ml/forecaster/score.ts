/** Scores forecasts of days whose weight is known. */

export interface ScoredForecast {
  tonnes: number
  p10: number
  p50: number
  p90: number
}

interface Score {
  /** Forecast minus actual value, in tonnes. */
  error: number
  /** Whether the actual tonnes were within the interval. */
  inside: boolean
}

export const scoreDayForecast = ({ tonnes, p10, p50, p90 }: ScoredForecast): Score => ({
  error: p50 - tonnes,
  inside: p10 <= tonnes && tonnes <= p90,
})

/** Returns the WAPE: the sum of errors in percent of the actual total; NaN if the total is 0. */
export function wape(pairs: Iterable<readonly [forecast: number, tonnes: number]>): number {
  let [missed, came] = [0, 0]
  for (const [forecast, tonnes] of pairs) {
    missed += Math.abs(forecast - tonnes)
    came += tonnes
  }
  return came > 0 ? (100 * missed) / came : Number.NaN
}

/** Returns the share of days (0 to 1) whose actual tonnes were within the interval. */
export const intervalCoverageOf = (days: readonly ScoredForecast[]): number =>
  days.filter((day) => scoreDayForecast(day).inside).length / days.length
