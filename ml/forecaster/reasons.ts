/** Why a day is forecast as it is: parts in tonnes that add up to the forecast. */
import { featuresOf } from './features.ts'
import type { Past } from './past.ts'
import type { Smoothed } from './smoothing.ts'

export interface Reasons {
  /** The usual day of the last four weeks. */
  level: number
  /** What this weekday usually brings above or below it. */
  weekday: number
  /** Where the level is going. */
  trend: number
  /** What the models take a holiday on the day, or just before or after it, to change. */
  holiday: number
  /** What else the models see: the last days, the time of the year, gaps. */
  other: number
}

/** Explains `forecast`; `plain` is what would be forecast if no holiday were near. */
export function reasonsOf(past: Past, target: number, origin: number, forecast: number, plain: number): Reasons {
  const { level, expected } = featuresOf(past, target, origin)
  const middle = (past.smoothed[1] as Smoothed).level[origin] as number
  return {
    level,
    trend: middle - level,
    weekday: expected - middle,
    holiday: forecast - plain,
    other: plain - expected,
  }
}
