/** What came in, by days and materials, and the statement of a period. */
import { z } from 'zod'
import { MATERIALS } from '#rules/city.ts'
import { simulated } from '../fields.ts'

const kg = z.number()

/** What came in: kg, to the hundredth. Materials and `unknown_kg` together are all of it. */
const Intake = z.object({
  simulated,
  loads: z.number(),
  kg,
  /** Weighed, or told with the analysis of its load. */
  measured_kg: kg,
  estimated_kg: kg,
  /** kg by material */
  materials: z.record(z.enum(MATERIALS), kg),
  /** Of loads whose composition nobody knows. */
  unknown_kg: kg,
})

/** One day of the city at one site, or of one zone; days on which nothing arrived are left out. */
export const IntakeDay = Intake.extend({
  /** `2026-01-05`, of the city */
  date: z.string(),
  site_id: z.string().optional(),
  zone: z.string().optional(),
})
export type IntakeDay = z.infer<typeof IntakeDay>

/** A figure with the range that it lies in, where part of it rests on estimates. */
const Ranged = z.object({ value: z.number(), low: z.number(), high: z.number() })

/** What a period's recycling saved, by published averages per material. */
const ImpactRanges = z.object({
  /** tonnes */
  co2_avoided: Ranged,
  /** litres */
  water_saved: Ranged,
  trees_saved: Ranged,
  kwh_saved: Ranged,
})

export const Statement = Intake.extend({
  from: z.string(),
  to: z.string(),
  site_id: z.string().optional(),
  /** By material, the most first; only those that there are. */
  by_material: z.array(
    z.object({
      material: z.enum(MATERIALS),
      measured_kg: kg,
      estimated_kg: kg,
      kg,
      /** Of what is known, to the hundredth; they sum to 100. */
      percent: z.number(),
    }),
  ),
  by_site: z.array(Intake.extend({ site_id: z.string(), name: z.string() })),
  by_zone: z.array(Intake.extend({ zone: z.string() })),
  /** Between what estimated loads lie, as a part of their estimate, and how that is known. */
  estimate: z.object({
    low: z.number(),
    high: z.number(),
    weighed_loads: z.number(),
    from: z.enum(['weighings', 'rule']),
  }),
  /** Of paper, plastic, metal and glass, as the dashboard counts it. */
  impact: ImpactRanges,
  /** Of all seven materials. */
  impact_all: ImpactRanges,
  /** Loads whose composition is disputed and not settled. */
  disputed_loads: z.number(),
})
export type Statement = z.infer<typeof Statement>

const DAY_COLUMN = { date: 'The day in the city, YYYY-MM-DD' }

/** What arrived on a day. */
const AMOUNT_COLUMNS = {
  loads: 'Loads that arrived at the sites',
  tonnes: 'Tonnes: measured and estimated',
  tonnes_measured: 'Tonnes that were weighed, or told with an analysis',
  tonnes_estimated: 'Tonnes that are estimated by the number of bins',
  ...Object.fromEntries(MATERIALS.map((material) => [`tonnes_${material}`, `Tonnes of ${material}`])),
  tonnes_unknown: 'Tonnes of loads that nobody has analysed',
  simulated: 'yes where some of it came of the simulated city',
}

/** The columns of a statement as a table. */
export const STATEMENT_COLUMNS = {
  ...DAY_COLUMN,
  site_id: 'The site that it came to',
  site: "The site's name",
  ...AMOUNT_COLUMNS,
} as Record<string, string>

/** The columns of the open data: a zone's day, without anything of a person. */
export const OPEN_COLUMNS = {
  ...DAY_COLUMN,
  zone: 'The zone that it was collected in',
  ...AMOUNT_COLUMNS,
} as Record<string, string>
