/** The interval that four of five days fall into: conformal, from this district's own past misses, and held to that share day by day. */
import { mean, quantile } from './figures.ts'

/** A past day's forecast and what came, in the order of the days. */
export interface Miss {
  forecast: number
  tonnes: number
  weekday: number
}

/** Tonnes below and above the forecast. */
export interface Band {
  below: number
  above: number
}

/** Each end is to be missed by one day in ten; a little less, for the weights of the models were learned from the same days. */
const OUTSIDE = 0.095
/** How much of the spread an end moves by after a day outside. */
const STEP = 0.15
/** A weekday's own misses count for more the more there are; so many of all weekdays are mixed in. */
const SHARED = 6
const FADE = 0.99
/** So few misses tell how far off forecasts are, and not yet on which side. */
const FEW = 28

/** How far off forecasts usually are on each weekday. */
function widthsOf(misses: readonly Miss[]): number[] {
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
 * The end's place, in widths: first as all days together say, then corrected day by day, up a little where a day fell outside
 * and down a ninth of it where not (Gibbs and Candès 2021; Angelopoulos and others 2023).
 */
function endOf(scores: readonly number[]): number {
  const share = Math.min(1, ((1 - OUTSIDE) * (scores.length + 1)) / scores.length)
  const start = quantile(scores, share)
  const spread = quantile(scores, 0.9) - quantile(scores, 0.5)
  const end = scores.reduce((at, score) => at + STEP * spread * (score > at ? 1 - OUTSIDE : -OUTSIDE), start)
  return Math.max(0, end)
}

/** The band around a forecast for a day of this weekday; none where there is no past forecast. */
export function bandOf(misses: readonly Miss[], weekday: number): Band | undefined {
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
