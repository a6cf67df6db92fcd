/** Payloads of forecast jobs and internal forecast commands. */
import { z } from 'zod'
import { simulated } from '../fields.ts'
import { DayScore, day, forecastFields } from './forecast-days.ts'

/** Requests a forecast that uses data before the day `madeOn` (in the city's time zone). */
export const ForecastDue = z.object({ forecastId: z.string().min(1), madeOn: day })
export type ForecastDue = z.infer<typeof ForecastDue>

/** Records a computed forecast. */
export const MakeForecast = z.object({ type: z.literal('MakeForecast'), ...forecastFields, simulated })
export type MakeForecast = z.infer<typeof MakeForecast>

/** Reports that the computation failed. */
export const FailForecast = ForecastDue.extend({ type: z.literal('FailForecast'), reason: z.string().min(1) })
export type FailForecast = z.infer<typeof FailForecast>

/** Scores a day once it is over, or corrects its score. */
export const ScoreForecast = z.object({
  type: z.literal('ScoreForecast'),
  date: day,
  scores: z.array(DayScore.omit({ before: true })),
  /** Zones whose score is withdrawn, because they had no load that day after all. */
  withdrawn: z.array(z.string()).optional(),
  dataPosition: z.int().min(0),
  simulated,
})
export type ScoreForecast = z.infer<typeof ScoreForecast>

/** Returns the id of the nightly forecast. */
export const nightlyForecastId = (madeOn: string) => `nightly-${madeOn}`
/**
 * A forecast counts as lost after this many ms.
 * The largest event holds about 2,000 zones; six years of each take seconds on a low-priority core.
 */
export const NIGHTLY_FORECAST_TIMEOUT_MS = 6 * 60 * 60_000
/** Local time at which the forecast is due; the previous day is over by then. */
export const NIGHTLY_FORECAST_TIME = '00:30'

/** Value of `zone` in rows about the whole city. */
export const CITY_ROW_ZONE = ''
