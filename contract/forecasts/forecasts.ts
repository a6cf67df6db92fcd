/** Schemas of forecast days, scores, jobs and internal commands. */

import { z } from 'zod'
import { simulatedSchema, zoneIdSchema } from '../fields.ts'

/** A day in the city's time zone, such as `2026-01-05`. */
export const daySchema = z.iso.date()
const tonnes = z.number()
const interval = { p10: tonnes, p50: tonnes, p90: tonnes }

export const ForecastDay = z.object({
  date: daySchema,
  ...interval,
  /** Percent by material, summing to 100; empty without analysed loads. */
  shares: z.record(z.string(), z.number()),
  /**
   * Parts of the forecast in tonnes, which sum to `p50`.
   * `zones` exists only in the city's forecast.
   * It is the zones' forecast minus the city's own forecast.
   */
  reasons: z.object({
    level: tonnes,
    weekday: tonnes,
    trend: tonnes,
    holiday: tonnes,
    other: tonnes,
    zones: tonnes.optional(),
  }),
  /** The weekday's four-week mean, as known when forecasting; absent when unknown. */
  weekdayMean: tonnes.optional(),
})
export type ForecastDay = z.infer<typeof ForecastDay>

/** Number of days with loads (`days`) among the recent days (`of`). */
const Regularity = z.object({ days: z.int().min(0), of: z.int().min(0) })

/** Forecast of a zone's coming days, or why none exists. */
export const ZoneForecast = z.discriminatedUnion('status', [
  z.object({ status: z.literal('forecast'), zone: zoneIdSchema, days: z.array(ForecastDay), regularity: Regularity }),
  z.object({
    status: z.literal('not-enough-history'),
    zone: zoneIdSchema,
    /** Number of days with loads within the last year. */
    have: z.int().min(0),
    need: z.int().min(0),
  }),
])
export type ZoneForecast = z.infer<typeof ZoneForecast>

/**
 * Score of a forecast for one day.
 * An empty zone means the whole city.
 */
export const ForecastDayScore = z.object({
  zone: z.string(),
  /** Day on which the scored forecast was made. */
  madeOn: daySchema,
  ...interval,
  weekdayMean: tonnes.optional(),
  actual: tonnes,
  /** Part of the actual tonnes that was estimated instead of weighed. */
  estimated: tonnes,
  /** Previous actual tonnes, if a late weighing or correction changed them. */
  before: tonnes.optional(),
})
export type ForecastDayScore = z.infer<typeof ForecastDayScore>

/**
 * Withdraws the score of a day's forecast, because the zone turned out to have no load that day.
 * `before` is the tonnage that had been recorded as the actual amount.
 */
export const WithdrawnForecastScore = z.object({ zone: z.string(), before: tonnes })

/** Fields of a forecast, shared by commands and events. */
export const forecastFields = {
  forecastId: z.string().min(1),
  /**
   * Day on which the forecast is made, in the city's time zone.
   * The forecast uses data up to the previous day.
   */
  madeOn: daySchema,
  /** Position of the newest event that the forecast includes. */
  dataPosition: z.int().min(0),
  model: z.string(),
  version: z.string(),
  /**
   * Tonnes of all zones on a day with loads.
   * Empty if the history is too short.
   */
  city: z.array(ForecastDay),
  regularity: Regularity,
  zones: z.array(ZoneForecast),
}

/** Requests a forecast from data before the city day `madeOn`. */
export const ForecastJobData = z.object({ forecastId: z.string().min(1), madeOn: daySchema })
export type ForecastJobData = z.infer<typeof ForecastJobData>

/** Records a computed forecast. */
export const MakeForecastCommand = z.object({
  type: z.literal('MakeForecast'),
  ...forecastFields,
  simulated: simulatedSchema,
})
export type MakeForecastCommand = z.infer<typeof MakeForecastCommand>

/** Reports that the computation of a forecast failed. */
export const FailForecastCommand = ForecastJobData.extend({
  type: z.literal('FailForecast'),
  reason: z.string().min(1),
})
export type FailForecastCommand = z.infer<typeof FailForecastCommand>

/** Scores a past day's forecasts, or corrects the scores. */
export const ScoreForecastCommand = z.object({
  type: z.literal('ScoreForecast'),
  date: daySchema,
  scores: z.array(ForecastDayScore.omit({ before: true })),
  /** Zones whose scores are withdrawn, because they had no load on that day. */
  withdrawn: z.array(z.string()).optional(),
  dataPosition: z.int().min(0),
  simulated: simulatedSchema,
})
export type ScoreForecastCommand = z.infer<typeof ScoreForecastCommand>

/** Returns the id of a day's nightly forecast. */
export const nightlyForecastIdOf = (madeOn: string) => `nightly-${madeOn}`
/**
 * Time in ms after which an unfinished forecast counts as lost.
 * The largest forecast covers about 2,000 zones.
 * On a low-priority core, a zone with six years of data takes some seconds.
 */
export const NIGHTLY_FORECAST_TIMEOUT_MS = 6 * 60 * 60_000
/** Local time of the nightly forecast, after the previous day ends. */
export const NIGHTLY_FORECAST_TIME = '00:30'

/** Value of `zone` in rows about the whole city. */
export const WHOLE_CITY_ZONE = ''
