/** Schemas of forecasts: tomorrow, the coming days with reasons, and accuracy. */
import { z } from 'zod'
import { simulatedSchema } from '../fields.ts'
import { ForecastDay } from './forecasts.ts'

const tonnes = z.number()
const interval = z.object({ p10: tonnes, p90: tonnes })
const percent = z.record(z.string(), z.number())

/** Accuracy of forecasts over a number of recent days. */
const PeriodAccuracy = z.object({
  /** Number of days that had both loads and a forecast. */
  days: z.number(),
  /**
   * Sum of the absolute errors in percent of the actual total.
   * Absent if no day had both loads and a forecast.
   */
  error: z.number().optional(),
  /**
   * Error of a simple forecast that uses the weekday's mean.
   * It is computed like `error`, the error of the real forecast.
   */
  weekday_mean_error: z.number().optional(),
  /**
   * Percent of days whose actual weight was within the forecast's interval.
   * The target is 80.
   */
  coverage: z.number().optional(),
})

export const ForecastTrackRecord = z.object({ last_30_days: PeriodAccuracy, last_90_days: PeriodAccuracy })
export type ForecastTrackRecord = z.infer<typeof ForecastTrackRecord>

/**
 * Regularity of loads: `days` of the last `of` days had loads.
 * Forecasts apply only to days with loads.
 */
const Regularity = z.object({ days: z.number(), of: z.number() })

/** A zone without forecast, because its history is too short. */
const Waiting = z.object({ district: z.string(), have: z.number(), need: z.number(), message: z.string() })

/** Forecast's time and reason, and the latest attempt's result. */
export const ForecastOrigin = z.object({
  made_at: z.string().optional(),
  made_on: z.string().optional(),
  model: z.string().optional(),
  version: z.string().optional(),
  data_position: z.string().optional(),
  /** Request time of a newer forecast in progress. */
  requested_at: z.string().optional(),
  /**
   * Time at which the latest attempt failed.
   * Screens then show the previous forecast.
   */
  failed_at: z.string().optional(),
  simulated: simulatedSchema,
})

export type ForecastOrigin = z.infer<typeof ForecastOrigin>

export const NextDayForecast = ForecastOrigin.extend({
  /**
   * `making`: the first forecast is in progress.
   * `failed`: it could not be made.
   * `outdated`: the last forecast does not cover tomorrow.
   */
  status: z.enum(['forecast', 'not-enough-history', 'making', 'failed', 'outdated']),
  /** Reason why there is no forecast. */
  message: z.string().optional(),
  /** Tomorrow, in the city's time zone. */
  date: z.string(),
  /** Expected tonnes; 0 without a forecast. */
  total_waste_tonnes: tonnes,
  interval: interval.optional(),
  composition_percent: percent,
  districts: z.array(
    z.object({ district: z.string(), total_waste_tonnes: tonnes, composition_percent: percent, interval }),
  ),
  regularity: Regularity.optional(),
  /** Zones without a forecast yet. */
  waiting: z.array(Waiting),
  scored: ForecastTrackRecord,
})
export type NextDayForecast = z.infer<typeof NextDayForecast>

/** Forecast of the coming days, for a zone or the city. */
const Outlook = z.object({
  days: z.array(ForecastDay.omit({ weekdayMean: true })),
  scored: ForecastTrackRecord,
})

export const ForecastDetails = ForecastOrigin.extend({
  city: Outlook,
  districts: z.array(
    Outlook.extend({
      district: z.string(),
      regularity: Regularity.optional(),
    }),
  ),
  waiting: z.array(Waiting),
})
export type ForecastDetails = z.infer<typeof ForecastDetails>

/** Forecast and actual result of a day. */
export const ForecastDayResult = z.object({
  date: z.string(),
  district: z.string(),
  forecast_tonnes: tonnes,
  p10: tonnes,
  p90: tonnes,
  weekday_mean_tonnes: tonnes.optional(),
  /** Actual tonnes; absent before the day's end and without loads. */
  actual_tonnes: tonnes.optional(),
  /** Part of the actual tonnes that was estimated instead of weighed. */
  estimated_tonnes: tonnes.optional(),
  /** Previous actual tonnes, before a late weighing or a correction. */
  actual_before: tonnes.optional(),
})
export type ForecastDayResult = z.infer<typeof ForecastDayResult>

/**
 * Identifies the current forecast.
 * When it changes, clients reload their forecasts.
 */
export const ForecastVersion = ForecastOrigin.extend({ id: z.string(), scored_at: z.string().optional() })
export type ForecastVersion = z.infer<typeof ForecastVersion>
