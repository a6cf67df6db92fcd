/** Schemas of the sites' daily intake by material, and of monthly statements. */
import { z } from 'zod'
import { MATERIALS } from '#domain/city.ts'
import { simulatedSchema } from '../fields.ts'

const kg = z.number()

/**
 * Intake in kg, to the hundredth.
 * The total is the sum of `materials` and `unknown_kg`.
 */
const Intake = z.object({
  simulated: simulatedSchema,
  loads: z.number(),
  kg,
  /** Intake in kg, weighed or entered with the load's analysis. */
  measured_kg: kg,
  estimated_kg: kg,
  /** Intake in kg by material. */
  materials: z.record(z.enum(MATERIALS), kg),
  /** Intake in kg from loads with an unknown composition. */
  unknown_kg: kg,
})

/**
 * Intake of a day by site or zone.
 * Days without arrivals are omitted.
 */
export const DailyIntake = Intake.extend({
  /** Day in the city's time zone, such as `2026-01-05`. */
  date: z.string(),
  site_id: z.string().optional(),
  zone: z.string().optional(),
})
export type DailyIntake = z.infer<typeof DailyIntake>

/** A figure with a range, because it is partly estimated. */
const Ranged = z.object({ value: z.number(), low: z.number(), high: z.number() })

/** Savings from recycling, computed with published averages per material. */
const ImpactRanges = z.object({
  /** tonnes */
  co2_avoided: Ranged,
  /** Water saved, in litres. */
  water_saved: Ranged,
  trees_saved: Ranged,
  kwh_saved: Ranged,
})

export const MaterialStatement = Intake.extend({
  from: z.string(),
  to: z.string(),
  site_id: z.string().optional(),
  /** Materials that had an intake, largest first. */
  by_material: z.array(
    z.object({
      material: z.enum(MATERIALS),
      measured_kg: kg,
      estimated_kg: kg,
      kg,
      /**
       * Share of a material in all intake with a known material, in percent to the hundredth.
       * The percentages of all materials sum to 100.
       */
      percent: z.number(),
    }),
  ),
  by_site: z.array(Intake.extend({ site_id: z.string(), name: z.string() })),
  by_zone: z.array(Intake.extend({ zone: z.string() })),
  /**
   * Range of the weights of loads that were not weighed, as fractions of the estimate.
   * It comes from weighings of other loads, or from a fixed rule.
   */
  estimate: z.object({
    low: z.number(),
    high: z.number(),
    weighed_loads: z.number(),
    from: z.enum(['weighings', 'rule']),
  }),
  /** Impact of paper, plastic, metal and glass, for the dashboard. */
  impact: ImpactRanges,
  /** Savings from recycling, over all seven materials. */
  impact_all: ImpactRanges,
  /** Number of loads with an open dispute. */
  disputed_loads: z.number(),
})
export type MaterialStatement = z.infer<typeof MaterialStatement>

const DAY_COLUMN = { date: 'The day in the city, YYYY-MM-DD' }

/** CSV columns with a day's amounts, each with its description. */
const AMOUNT_COLUMNS = {
  loads: 'Loads that arrived at the sites',
  tonnes: 'Tonnes: measured and estimated',
  tonnes_measured: 'Tonnes weighed, or entered with an analysis',
  tonnes_estimated: 'Tonnes estimated from the number of bins',
  ...Object.fromEntries(MATERIALS.map((material) => [`tonnes_${material}`, `Tonnes of ${material}`])),
  tonnes_unknown: 'Tonnes of unanalysed loads',
  simulated: 'yes if partly simulated',
}

/** Columns of the statement table, each with a description. */
export const STATEMENT_CSV_COLUMNS = {
  ...DAY_COLUMN,
  site_id: 'Site where it arrived',
  site: "The site's name",
  ...AMOUNT_COLUMNS,
} as Record<string, string>

/**
 * Columns of the open data with descriptions.
 * Each row is one zone and day, without personal data.
 */
export const OPEN_DATA_CSV_COLUMNS = {
  ...DAY_COLUMN,
  zone: 'Zone where it was collected',
  ...AMOUNT_COLUMNS,
} as Record<string, string>
