/**
 * Prediction interval that contains four of five days.
 * It is conformal: computed from the district's own errors and adjusted daily.
 */
import { mean, quantile } from './statistics.ts'

/** Forecast and actual tonnes of a past day. */
export interface PastForecast {
  forecast: number
  tonnes: number
  weekday: number
}

/** Distances in tonnes from the forecast to the interval's lower and upper end. */
export interface ForecastInterval {
  below: number
  above: number
}

/**
 * Target fraction of days above the interval, and likewise of days below it.
 * It is less than a tenth, because the weights were learned from the same days.
 */
const TAIL_SHARE = 0.095
/**
 * Step size when a past error adjusts a bound of the interval.
 * It is a fraction of the spread of past errors.
 */
const STEP = 0.15
/**
 * Weight of the mean error over all weekdays in the mean error of one weekday.
 * It makes the mean more stable for weekdays with few errors.
 */
const SHARED = 6
const FADE = 0.99
/** Minimum number of past errors for separate interval widths above and below the forecast. */
const FEW = 28

/** Returns the mean absolute error of each weekday, in tonnes. */
function widthsOf(misses: readonly PastForecast[]): number[] {
  const all = mean(misses.map(({ forecast, tonnes }) => Math.abs(tonnes - forecast)))
  return Array.from({ length: 7 }, (_, weekday) => {
    let [sum, weight] = [SHARED * all, SHARED]
    misses.forEach((miss, at) => {
      if (miss.weekday !== weekday) return
      const fresh = FADE ** (misses.length - at)
      sum += fresh * Math.abs(miss.tonnes - miss.forecast)
      weight += fresh
    })
    return sum / weight
  })
}

/**
 * Returns the distance of an interval's end from the forecast, as a multiple of the usual error.
 * Starts at a quantile of past errors, then corrects the distance after each day.
 * A day outside the interval increases the distance a little.
 * A day inside the interval reduces it by a ninth of that step.
 * Method: Gibbs and Candès 2021; Angelopoulos and others 2023.
 */
function endOf(scores: readonly number[]): number {
  const share = Math.min(1, ((1 - TAIL_SHARE) * (scores.length + 1)) / scores.length)
  const start = quantile(scores, share)
  const spread = quantile(scores, 0.9) - quantile(scores, 0.5)
  const end = scores.reduce((at, score) => at + STEP * spread * (score > at ? 1 - TAIL_SHARE : -TAIL_SHARE), start)
  return Math.max(0, end)
}

/** Returns the interval of a forecast for a weekday; undefined without past forecasts. */
export function forecastIntervalOf(misses: readonly PastForecast[], weekday: number): ForecastInterval | undefined {
  if (misses.length === 0) return undefined
  const widths = widthsOf(misses)
  const scores = misses.map((miss) => (miss.tonnes - miss.forecast) / Math.max(widths[miss.weekday] as number, 1e-9))
  const width = widths[weekday] as number
  if (misses.length < FEW) {
    const sizes = scores.map(Math.abs)
    const either = width * quantile(sizes, Math.min(1, ((1 - 2 * TAIL_SHARE) * (sizes.length + 1)) / sizes.length))
    return { below: either, above: either }
  }
  return { below: width * endOf(scores.map((score) => -score)), above: width * endOf(scores) }
}
