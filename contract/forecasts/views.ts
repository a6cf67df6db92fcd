/** Schemas of forecasts: tomorrow, the coming days with reasons, and accuracy. */
import { z } from 'zod'
import { simulated } from '../fields.ts'
import { ForecastDay } from './forecast-days.ts'

const tonnes = z.number()
const interval = z.object({ p10: tonnes, p90: tonnes })
const percent = z.record(z.string(), z.number())

/** Accuracy over a number of recent days. */
const Record = z.object({
  /** Days with both loads and a forecast. */
  days: z.number(),
  /** Sum of errors in percent of the actual total; absent without such days. */
  error: z.number().optional(),
  /** The same error for the weekday mean. */
  weekday_mean_error: z.number().optional(),
  /** Percent of days within their interval; the target is 80. */
  coverage: z.number().optional(),
})

export const TrackRecord = z.object({ last_30_days: Record, last_90_days: Record })
export type TrackRecord = z.infer<typeof TrackRecord>

/**
 * Number of recent days with loads.
 * A forecast is for a day with loads.
 */
const Regularity = z.object({ days: z.number(), of: z.number() })

/** A zone with too short a history. */
const Waiting = z.object({ district: z.string(), have: z.number(), need: z.number(), message: z.string() })

/** Origin of the forecast, and the result of the latest attempt. */
export const ForecastOrigin = z.object({
  made_at: z.string().optional(),
  made_on: z.string().optional(),
  model: z.string().optional(),
  version: z.string().optional(),
  data_position: z.string().optional(),
  /** Time since when a newer forecast is being made. */
  requested_at: z.string().optional(),
  /** Time at which the latest attempt failed; this forecast is the previous one. */
  failed_at: z.string().optional(),
  simulated,
})

export type ForecastOrigin = z.infer<typeof ForecastOrigin>

export const NextDay = ForecastOrigin.extend({
  /**
   * `making`: loads have arrived and the first forecast is being made.
   * `failed`: it could not be made.
   * `outdated`: the last forecast does not cover tomorrow.
   */
  status: z.enum(['forecast', 'not-enough-history', 'making', 'failed', 'outdated']),
  /** Reason why there is no forecast. */
  message: z.string().optional(),
  /** Tomorrow in the city. */
  date: z.string(),
  /** 0 without a forecast. */
  total_waste_tonnes: tonnes,
  interval: interval.optional(),
  composition_percent: percent,
  districts: z.array(
    z.object({ district: z.string(), total_waste_tonnes: tonnes, composition_percent: percent, interval }),
  ),
  regularity: Regularity.optional(),
  /** Zones without a forecast yet. */
  waiting: z.array(Waiting),
  scored: TrackRecord,
})
export type NextDay = z.infer<typeof NextDay>

/** The coming days of a zone, or of the city. */
const Outlook = z.object({
  days: z.array(ForecastDay.omit({ weekdayMean: true })),
  scored: TrackRecord,
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

/** Prediction for a day and the actual result. */
export const ForecastDayResult = z.object({
  date: z.string(),
  district: z.string(),
  forecast_tonnes: tonnes,
  p10: tonnes,
  p90: tonnes,
  weekday_mean_tonnes: tonnes.optional(),
  /** Absent until the day is complete, or when no load came. */
  actual_tonnes: tonnes.optional(),
  /** Share of the actual tonnes that was not weighed. */
  estimated_tonnes: tonnes.optional(),
  /** Previous actual tonnes, before a late weighing or a correction. */
  actual_before: tonnes.optional(),
})
export type ForecastDayResult = z.infer<typeof ForecastDayResult>

/**
 * Identifies the current forecast.
 * A new state invalidates cached forecast responses.
 */
export const ForecastState = ForecastOrigin.extend({ id: z.string(), scored_at: z.string().optional() })
export type ForecastState = z.infer<typeof ForecastState>
