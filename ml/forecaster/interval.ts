/** Prediction interval for four of five days: conformal, from the district's own errors, and adjusted daily. */
import { mean, quantile } from './statistics.ts'

/** Forecast and outcome of a past day, in order of days. */
export interface PastForecast {
  forecast: number
  tonnes: number
  weekday: number
}

/** Tonnes below and above the forecast. */
export interface Band {
  below: number
  above: number
}

/**
 * Share of days outside each end, slightly below a tenth.
 * The models' weights were learned from the same days.
 */
const OUTSIDE = 0.095
/** Share of the spread by which an end moves after a day outside. */
const STEP = 0.15
/** Weight of all weekdays' errors, mixed into each weekday's own. */
const SHARED = 6
const FADE = 0.99
/** Below this count of errors, only their size is used, not their direction. */
const FEW = 28

/** Returns the usual error of each weekday. */
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
 * Returns the end's position in widths.
 * It starts from all days together and is then corrected daily.
 * A day outside moves it up a little, a day inside down by a ninth of that (Gibbs and Candès 2021; Angelopoulos and
 * others 2023).
 */
function endOf(scores: readonly number[]): number {
  const share = Math.min(1, ((1 - OUTSIDE) * (scores.length + 1)) / scores.length)
  const start = quantile(scores, share)
  const spread = quantile(scores, 0.9) - quantile(scores, 0.5)
  const end = scores.reduce((at, score) => at + STEP * spread * (score > at ? 1 - OUTSIDE : -OUTSIDE), start)
  return Math.max(0, end)
}

/** Returns the band around a forecast for a weekday, or undefined without past forecasts. */
export function bandOf(misses: readonly PastForecast[], weekday: number): Band | undefined {
  if (misses.length === 0) return undefined
  const widths = widthsOf(misses)
  const scores = misses.map((miss) => (miss.tonnes - miss.forecast) / Math.max(widths[miss.weekday] as number, 1e-9))
  const width = widths[weekday] as number
  if (misses.length < FEW) {
    const sizes = scores.map(Math.abs)
    const either = width * quantile(sizes, Math.min(1, ((1 - 2 * OUTSIDE) * (sizes.length + 1)) / sizes.length))
    return { below: either, above: either }
  }
  return { below: width * endOf(scores.map((score) => -score)), above: width * endOf(scores) }
}
