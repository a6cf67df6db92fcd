/** Schemas of forecast days and their scores, of forecast jobs, and of internal forecast commands. */

import { z } from 'zod'
import { simulatedSchema, zoneIdSchema } from '../fields.ts'

/** A day in the city's time zone, such as `2026-01-05`. */
export const daySchema = z.iso.date()
const tonnes = z.number()
const interval = { p10: tonnes, p50: tonnes, p90: tonnes }

export const ForecastDay = z.object({
  date: daySchema,
  ...interval,
  /** Percent by material, summing to 100; empty if no load was ever analysed. */
  shares: z.record(z.string(), z.number()),
  /**
   * Parts of the forecast in tonnes, which add up to p50.
   * `zones` exists only for the city: the forecast from zones minus the forecast from the city's own series.
   */
  reasons: z.object({
    level: tonnes,
    weekday: tonnes,
    trend: tonnes,
    holiday: tonnes,
    other: tonnes,
    zones: tonnes.optional(),
  }),
  /** Mean of the same weekday over the last four weeks, as known when the forecast was made; absent when unknown. */
  weekdayMean: tonnes.optional(),
})
export type ForecastDay = z.infer<typeof ForecastDay>

/** Number of days with loads (`days`) among the recent days (`of`). */
const Regularity = z.object({ days: z.int().min(0), of: z.int().min(0) })

/** Forecast of a zone's coming days, or the reason why there is none. */
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

/** Score of a forecast for one day. An empty zone means the whole city. */
export const ForecastDayScore = z.object({
  zone: z.string(),
  /** Day on which the scored forecast was made. */
  madeOn: daySchema,
  ...interval,
  weekdayMean: tonnes.optional(),
  actual: tonnes,
  /** Part of the actual tonnes that was estimated instead of weighed. */
  estimated: tonnes,
  /** Previous actual tonnes, if a late weighing or a correction changed them. */
  before: tonnes.optional(),
})
export type ForecastDayScore = z.infer<typeof ForecastDayScore>

/**
 * Withdraws a score, because the zone had no load on that day after all.
 * `before` is the previous actual tonnes.
 */
export const WithdrawnForecastScore = z.object({ zone: z.string(), before: tonnes })

/** Fields of a forecast, shared by commands and events. */
export const forecastFields = {
  forecastId: z.string().min(1),
  /** Day on which the forecast was made, in the city's time zone. It uses data up to the day before. */
  madeOn: daySchema,
  /** Position of the newest event that the forecast includes. */
  dataPosition: z.int().min(0),
  model: z.string(),
  version: z.string(),
  /** Tonnes of all zones together on a day with loads; empty if the history is too short. */
  city: z.array(ForecastDay),
  regularity: Regularity,
  zones: z.array(ZoneForecast),
}

/** Requests a forecast from data before the day `madeOn`, in the city's time zone. */
export const ForecastJobData = z.object({ forecastId: z.string().min(1), madeOn: daySchema })
export type ForecastJobData = z.infer<typeof ForecastJobData>

/** Records a computed forecast. */
export const MakeForecastCommand = z.object({
  type: z.literal('MakeForecast'),
  ...forecastFields,
  simulated: simulatedSchema,
})
export type MakeForecastCommand = z.infer<typeof MakeForecastCommand>

/** Reports that the computation failed. */
export const FailForecastCommand = ForecastJobData.extend({
  type: z.literal('FailForecast'),
  reason: z.string().min(1),
})
export type FailForecastCommand = z.infer<typeof FailForecastCommand>

/** Scores the forecasts of a day that is over, or corrects their scores. */
export const ScoreForecastCommand = z.object({
  type: z.literal('ScoreForecast'),
  date: daySchema,
  scores: z.array(ForecastDayScore.omit({ before: true })),
  /** Zones whose score is withdrawn, because they had no load that day after all. */
  withdrawn: z.array(z.string()).optional(),
  dataPosition: z.int().min(0),
  simulated: simulatedSchema,
})
export type ScoreForecastCommand = z.infer<typeof ScoreForecastCommand>

/** Returns the id of the forecast made in the night of this day. */
export const nightlyForecastIdOf = (madeOn: string) => `nightly-${madeOn}`
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
