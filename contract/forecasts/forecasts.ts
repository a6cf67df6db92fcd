/** What jobs and the installation's commands say to one another about forecasts. */
import { z } from 'zod'
import { simulated } from '../fields.ts'
import { DayScore, day, forecast } from './forecast-days.ts'

/** A forecast is to be made; what came before this day of the city is what is known. */
export const ForecastDue = z.object({ forecastId: z.string().min(1), madeOn: day })
export type ForecastDue = z.infer<typeof ForecastDue>

/** A forecast was computed. */
export const MakeForecast = z.object({ type: z.literal('MakeForecast'), ...forecast, simulated })
export type MakeForecast = z.infer<typeof MakeForecast>

/** A forecast could not be computed. */
export const FailForecast = ForecastDue.extend({ type: z.literal('FailForecast'), reason: z.string().min(1) })
export type FailForecast = z.infer<typeof FailForecast>

/** A day is complete, or what is known of it has changed. */
export const ScoreForecast = z.object({
  type: z.literal('ScoreForecast'),
  date: day,
  scores: z.array(DayScore.omit({ before: true })),
  /** Zones that the day has a score of, and no load came from. */
  withdrawn: z.array(z.string()).optional(),
  dataPosition: z.int().min(0),
  simulated,
})
export type ScoreForecast = z.infer<typeof ScoreForecast>

/** The id of the one forecast that every night makes. */
export const nightlyId = (madeOn: string) => `nightly-${madeOn}`
/**
 * What takes longer is thought to be lost. The longest night has as many zones as an event holds the tomorrows of, some 2,000; six years of
 * each take seconds of a core, which is anybody else's first.
 */
export const LONGEST_NIGHT_MS = 6 * 60 * 60_000
/** From this hour of the city on it is due: the day before is complete by then, and has been for a while. */
export const NIGHTLY_FROM = '00:30'

/** The row that stands for all zones together. */
export const CITY = ''
