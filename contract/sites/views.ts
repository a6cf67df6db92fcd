/** Schemas of dumping sites, current and past. */
import { z } from 'zod'
import { MATERIALS } from '#domain/city.ts'
import { simulatedSchema, zoneIdSchema } from '../fields.ts'

export const Site = z.object({
  simulated: simulatedSchema,
  id: z.string(),
  name: z.string(),
  location: z.string(),
  zone: zoneIdSchema.optional(),
  currentCapacity: z.number(),
  maxCapacity: z.number(),
  lastUpdated: z.string(),
  coordinates: z.object({ lat: z.number(), lng: z.number() }),
  composition: z.partialRecord(z.enum(MATERIALS), z.number()),
  /**
   * Each material's share in a field of its own, for older clients.
   * Materials with an unknown share are absent.
   */
  composition_plastic: z.number().optional(),
  composition_paper: z.number().optional(),
  composition_glass: z.number().optional(),
  composition_metal: z.number().optional(),
  composition_organic: z.number().optional(),
  composition_textile: z.number().optional(),
  composition_other: z.number().optional(),
  /** URL of the newest waste picture; `image_updated` is its time. */
  image_url: z.string().optional(),
  image_updated: z.string().optional(),
})
export type Site = z.infer<typeof Site>

/** Load and composition of a site at one time. */
export const CompositionRecord = z.object({
  simulated: simulatedSchema,
  id: z.string(),
  site_id: z.string(),
  date: z.string(),
  /** tonnes */
  current_capacity: z.number(),
  plastic_percent: z.number(),
  paper_percent: z.number(),
  glass_percent: z.number(),
  metal_percent: z.number(),
  organic_percent: z.number(),
  textile_percent: z.number(),
  other_percent: z.number(),
  /** Analysed or weighed weight of the waste in kg, if known. */
  weight: z.number().optional(),
  image_url: z.string().optional(),
  /** The requested picture in base64 (JPEG, up to 1280 px wide). */
  annotated_image: z.string().optional(),
  created_at: z.string(),
})
export type CompositionRecord = z.infer<typeof CompositionRecord>

/** Contents of all sites at the end of a day, from each site's latest record. */
export const CompositionDay = z.object({
  simulated: simulatedSchema,
  /**
   * Day such as `2026-01-05` in the city's time zone.
   * The setting `compositionDateShiftHours` shifts records before the grouping by day.
   */
  date: z.string(),
  /** Tonnes at all sites that had a record by that day. */
  totalWeight: z.number(),
  /**
   * Average composition of all sites in percent by material, weighted by the sites' tonnes.
   * Absent if no site's composition is known.
   */
  composition: z.record(z.enum(MATERIALS), z.number()).optional(),
  /**
   * Sites without a composition record on this day.
   * `date` is the day of the earlier record that is used instead.
   */
  carried: z.array(z.object({ site_id: z.string(), date: z.string() })).optional(),
  /** Composition records of this day. */
  records: z.array(CompositionRecord).optional(),
})
export type CompositionDay = z.infer<typeof CompositionDay>
