/** Payloads of forecast jobs and internal forecast commands. */
import { z } from 'zod'
import { simulated } from '../fields.ts'
import { day, ForecastDayScore, forecastFields } from './forecast-days.ts'

/** Requests a forecast from data before the day `madeOn`, in the city's time zone. */
export const ForecastJobData = z.object({ forecastId: z.string().min(1), madeOn: day })
export type ForecastJobData = z.infer<typeof ForecastJobData>

/** Records a computed forecast. */
export const MakeForecast = z.object({ type: z.literal('MakeForecast'), ...forecastFields, simulated })
export type MakeForecast = z.infer<typeof MakeForecast>

/** Reports that the computation failed. */
export const FailForecast = ForecastJobData.extend({ type: z.literal('FailForecast'), reason: z.string().min(1) })
export type FailForecast = z.infer<typeof FailForecast>

/** Scores the forecasts of a day that is over, or corrects their scores. */
export const ScoreForecast = z.object({
  type: z.literal('ScoreForecast'),
  date: day,
  scores: z.array(ForecastDayScore.omit({ before: true })),
  /** Zones whose score is withdrawn, because they had no load that day after all. */
  withdrawn: z.array(z.string()).optional(),
  dataPosition: z.int().min(0),
  simulated,
})
export type ScoreForecast = z.infer<typeof ScoreForecast>

/** Returns the id of the forecast made in the night of this day. */
export const nightlyForecastId = (madeOn: string) => `nightly-${madeOn}`
/**
 * Time in ms after which a forecast without a result counts as lost.
 * The largest forecast covers about 2,000 zones.
 * For each zone, computing six years of history takes seconds on a low-priority core.
 */
export const NIGHTLY_FORECAST_TIMEOUT_MS = 6 * 60 * 60_000
/** Local time at which the nightly forecast is due, when the previous day is over. */
export const NIGHTLY_FORECAST_TIME = '00:30'

/** Value of `zone` in rows about the whole city. */
export const WHOLE_CITY_ZONE = ''
