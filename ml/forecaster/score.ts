/** Says how forecasts did once the day has been weighed, beside the baselines. */

export interface Scored {
  tonnes: number
  p10: number
  p50: number
  p90: number
}

export interface Score {
  /** Forecast minus what came, in tonnes. */
  error: number
  /** Whether the day fell into the interval. */
  inside: boolean
}

export const score = ({ tonnes, p10, p50, p90 }: Scored): Score => ({
  error: p50 - tonnes,
  inside: p10 <= tonnes && tonnes <= p90,
})

/** WAPE: the sum of the errors in percent of all that came. NaN where nothing came. */
export function wape(pairs: Iterable<readonly [forecast: number, tonnes: number]>): number {
  let [missed, came] = [0, 0]
  for (const [forecast, tonnes] of pairs) {
    missed += Math.abs(forecast - tonnes)
    came += tonnes
  }
  return came > 0 ? (100 * missed) / came : Number.NaN
}

/** The share of days (0 to 1) that fell into their interval. */
export const coverage = (days: readonly Scored[]): number =>
  days.filter((day) => score(day).inside).length / days.length
