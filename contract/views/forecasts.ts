/** Forecasts as screens read them: tomorrow, the coming days with their reasons, and how earlier ones came out. */
import { z } from 'zod'
import { simulated } from '../fields.ts'
import { ForecastDay } from '../forecasts/forecast-days.ts'

const tonnes = z.number()
const interval = z.object({ p10: tonnes, p90: tonnes })
const percent = z.record(z.string(), z.number())

/** How the forecasts of so many latest days came out. */
const Record = z.object({
  /** Days that loads came on, of which there was a forecast. */
  days: z.number(),
  /** The sum of the errors in percent of all that came; absent without such days. */
  error: z.number().optional(),
  /** The same of the weekday's mean. */
  weekday_mean_error: z.number().optional(),
  /** Percent of the days that fell into their interval, which is to hold 80. */
  coverage: z.number().optional(),
})

export const TrackRecord = z.object({ last_30_days: Record, last_90_days: Record })
export type TrackRecord = z.infer<typeof TrackRecord>

/** Loads came on so many of the latest days: what is foreseen is a day on which they do. */
const Regularity = z.object({ days: z.number(), of: z.number() })

/** A zone whose history is too short. */
const Waiting = z.object({ district: z.string(), have: z.number(), need: z.number(), message: z.string() })

/** When and of what it was made, and what came of the latest try. */
export const Making = z.object({
  made_at: z.string().optional(),
  made_on: z.string().optional(),
  model: z.string().optional(),
  version: z.string().optional(),
  data_position: z.string().optional(),
  /** A newer one is being made since then. */
  requested_at: z.string().optional(),
  /** The latest try failed: this forecast is the one before. */
  failed_at: z.string().optional(),
  simulated,
})

export type Making = z.infer<typeof Making>

export const NextDay = Making.extend({
  /** `making`: loads have arrived, and the first forecast is on its way. `failed`: it could not be made. `outdated`: the last one does not reach tomorrow. */
  status: z.enum(['forecast', 'not-enough-history', 'making', 'failed', 'outdated']),
  /** Why there is no forecast, in words. */
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
  /** Zones that are not foreseen yet. */
  waiting: z.array(Waiting),
  scored: TrackRecord,
})
export type NextDay = z.infer<typeof NextDay>

/** The coming days of a zone, or of the whole city. */
export const Outlook = z.object({
  days: z.array(ForecastDay.omit({ weekdayMean: true })),
  scored: TrackRecord,
})

export const ForecastDetails = Making.extend({
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

/** What was foreseen of a day before it began, and what came. */
export const ForeseenDay = z.object({
  date: z.string(),
  district: z.string(),
  forecast_tonnes: tonnes,
  p10: tonnes,
  p90: tonnes,
  weekday_mean_tonnes: tonnes.optional(),
  /** Absent until the day is complete, and where no load came. */
  actual_tonnes: tonnes.optional(),
  /** Of these, tonnes that nobody weighed. */
  estimated_tonnes: tonnes.optional(),
  /** What was thought to have come before a late weighing or a correction. */
  actual_before: tonnes.optional(),
})
export type ForeseenDay = z.infer<typeof ForeseenDay>

/** Which forecast there is: with each other one, whatever was fetched of it is old. */
export const ForecastState = Making.extend({ id: z.string(), scored_at: z.string().optional() })
export type ForecastState = z.infer<typeof ForecastState>
