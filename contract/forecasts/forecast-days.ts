/** Schemas of forecast days and their scores, shared by events and commands. */
import { z } from 'zod'
import { zone } from '../fields.ts'

/** A day of the city, `2026-01-05`. */
export const day = z.iso.date()
const tonnes = z.number()
const interval = { p10: tonnes, p50: tonnes, p90: tonnes }

export const ForecastDay = z.object({
  date: day,
  ...interval,
  /** Percent by material, summing to 100; empty when no load was ever analysed */
  shares: z.record(z.string(), z.number()),
  /**
   * Tonnes that add up to p50.
   * `zones` is the effect of weighting each zone by its regularity; city only.
   */
  reasons: z.object({
    level: tonnes,
    weekday: tonnes,
    trend: tonnes,
    holiday: tonnes,
    other: tonnes,
    zones: tonnes.optional(),
  }),
  /** Mean of the same weekday over four weeks, as known then; absent when unknown. */
  weekdayMean: tonnes.optional(),
})
export type ForecastDay = z.infer<typeof ForecastDay>

/** Number of recent days with loads. */
const Regularity = z.object({ days: z.int().min(0), of: z.int().min(0) })

/** The coming days of a zone, or the reason why there is no forecast. */
export const ZoneForecast = z.discriminatedUnion('status', [
  z.object({ status: z.literal('forecast'), zone, days: z.array(ForecastDay), regularity: Regularity }),
  z.object({
    status: z.literal('not-enough-history'),
    zone,
    /** Days with loads within a year. */
    have: z.int().min(0),
    need: z.int().min(0),
  }),
])
export type ZoneForecast = z.infer<typeof ZoneForecast>

/**
 * Score of a day.
 * An empty zone means the whole city.
 */
export const DayScore = z.object({
  zone: z.string(),
  /** Day on which this forecast was made. */
  madeOn: day,
  ...interval,
  weekdayMean: tonnes.optional(),
  actual: tonnes,
  /** Share of the actual tonnes that was not weighed. */
  estimated: tonnes,
  /** Previous actual tonnes, when a late weighing or a correction changed them. */
  before: tonnes.optional(),
})
export type DayScore = z.infer<typeof DayScore>

/**
 * Withdraws a score: the zone turned out to have no load on that day.
 * `before` is the previous actual.
 */
export const WithdrawnScore = z.object({ zone: z.string(), before: tonnes })

/** Fields of a forecast, shared by commands and events. */
export const forecast = {
  forecastId: z.string().min(1),
  /**
   * Day of the city on which it was made.
   * Data up to the previous day is included.
   */
  madeOn: day,
  /** Position of the newest event that the forecast includes. */
  dataPosition: z.int().min(0),
  model: z.string(),
  version: z.string(),
  /** Tonnes of all zones together on a day with loads; empty without enough history. */
  city: z.array(ForecastDay),
  regularity: Regularity,
  zones: z.array(ZoneForecast),
}
