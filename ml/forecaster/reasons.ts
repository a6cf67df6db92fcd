/** Explains a forecast as a sum of parts in tonnes. */
import { forecastFeaturesOf } from './features.ts'
import type { DistrictHistory } from './history.ts'
import type { SmoothedSeries } from './smoothing.ts'

export interface ForecastReasons {
  /** Tonnes of the usual day of the last four weeks. */
  level: number
  /** Usual deviation of the weekday. */
  weekday: number
  /** Trend of the usual day, in tonnes. */
  trend: number
  /** Effect of a holiday on or near the day, according to the models. */
  holiday: number
  /** Other effects: the last days, the season, gaps. */
  other: number
}

/** Splits `forecast` into parts. `plain` is the forecast as if no holiday were near. */
export function explainForecast(
  past: DistrictHistory,
  target: number,
  origin: number,
  forecast: number,
  plain: number,
): ForecastReasons {
  const { level, expected } = forecastFeaturesOf(past, target, origin)
  const middle = (past.smoothed[1] as SmoothedSeries).level[origin] as number
  return {
    level,
    trend: middle - level,
    weekday: expected - middle,
    holiday: forecast - plain,
    other: plain - expected,
  }
}
