/** Payloads of forecast jobs and internal forecast commands. */
import { z } from 'zod'
import { simulated } from '../fields.ts'
import { DayScore, day, forecast } from './forecast-days.ts'

/** Requests a forecast from the data before this day of the city. */
export const ForecastDue = z.object({ forecastId: z.string().min(1), madeOn: day })
export type ForecastDue = z.infer<typeof ForecastDue>

/** Records a computed forecast. */
export const MakeForecast = z.object({ type: z.literal('MakeForecast'), ...forecast, simulated })
export type MakeForecast = z.infer<typeof MakeForecast>

/** Reports that the computation failed. */
export const FailForecast = ForecastDue.extend({ type: z.literal('FailForecast'), reason: z.string().min(1) })
export type FailForecast = z.infer<typeof FailForecast>

/** Scores a complete day, or corrects its score. */
export const ScoreForecast = z.object({
  type: z.literal('ScoreForecast'),
  date: day,
  scores: z.array(DayScore.omit({ before: true })),
  /** Zones that have a score but turned out to have no load that day. */
  withdrawn: z.array(z.string()).optional(),
  dataPosition: z.int().min(0),
  simulated,
})
export type ScoreForecast = z.infer<typeof ScoreForecast>

/** Returns the id of the nightly forecast. */
export const nightlyId = (madeOn: string) => `nightly-${madeOn}`
/**
 * Time after which a forecast counts as lost.
 * The largest event holds about 2,000 zones; six years of each take seconds of a low-priority core.
 */
export const NIGHTLY_TIMEOUT_MS = 6 * 60 * 60_000
/**
 * Hour of the city at which the forecast is due.
 * The previous day is complete by then.
 */
export const NIGHTLY_FROM = '00:30'

/** Zone value of rows for the whole city. */
export const CITY_ROW_ZONE = ''
