/** What a forecast says of days, and how they came out: in events and in the commands that bring them. */
import { z } from 'zod'
import { zone } from '../fields.ts'

/** A day of the city, `2026-01-05`. */
export const day = z.iso.date()
const tonnes = z.number()
const interval = { p10: tonnes, p50: tonnes, p90: tonnes }

export const ForecastDay = z.object({
  date: day,
  ...interval,
  /** percent by material, together 100; empty where no load was ever analysed */
  shares: z.record(z.string(), z.number()),
  /** tonnes that add up to p50; `zones`: of the city, what weighing its zones by how often they bring loads changes */
  reasons: z.object({
    ...{ level: tonnes, weekday: tonnes, trend: tonnes, holiday: tonnes, other: tonnes },
    zones: tonnes.optional(),
  }),
  /** What the same weekday's mean of four weeks says, as it was known then; absent where there was none. */
  weekdayMean: tonnes.optional(),
})
export type ForecastDay = z.infer<typeof ForecastDay>

/** Loads came on so many of the latest days. */
const Regularity = z.object({ days: z.int().min(0), of: z.int().min(0) })

/** A zone's coming days, or what is missing to foresee them. */
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

/** How a day came out; the zone is empty for the whole city. */
export const DayScore = z.object({
  zone: z.string(),
  /** The day on which this forecast was made. */
  madeOn: day,
  ...interval,
  weekdayMean: tonnes.optional(),
  actual: tonnes,
  /** Of the actual tonnes those that nobody weighed. */
  estimated: tonnes,
  /** What was thought to be the actual before, where a late weighing or a correction has changed it. */
  before: tonnes.optional(),
})
export type DayScore = z.infer<typeof DayScore>

/** A day that was scored, and of which it turned out that no load came on it from there; `before`: what was thought to be the actual. */
export const WithdrawnScore = z.object({ zone: z.string(), before: tonnes })

/** What a forecast says, whether it is sent or recorded. */
export const forecast = {
  forecastId: z.string().min(1),
  /** The city's day on which it was made: what came on the days before it is what was known. */
  madeOn: day,
  /** The newest event of what was known. */
  dataPosition: z.int().min(0),
  model: z.string(),
  version: z.string(),
  /** Of all zones together, tonnes of a day on which loads come; empty without enough history. */
  city: z.array(ForecastDay),
  regularity: Regularity,
  zones: z.array(ZoneForecast),
}
