/** The dumping sites, now and over time. */
import { z } from 'zod'
import { MATERIALS } from '#rules/city.ts'
import { simulated, zone } from '../fields.ts'

export const Site = z.object({
  simulated,
  id: z.string(),
  name: z.string(),
  location: z.string(),
  zone: zone.optional(),
  currentCapacity: z.number(),
  maxCapacity: z.number(),
  lastUpdated: z.string(),
  coordinates: z.object({ lat: z.number(), lng: z.number() }),
  composition: z.partialRecord(z.enum(MATERIALS), z.number()),
  /** The same once more, flat, for clients that read it so; what is unknown is absent. */
  composition_plastic: z.number().optional(),
  composition_paper: z.number().optional(),
  composition_glass: z.number().optional(),
  composition_metal: z.number().optional(),
  composition_organic: z.number().optional(),
  composition_textile: z.number().optional(),
  composition_other: z.number().optional(),
  /** The newest picture of what lies there, and when it came. */
  image_url: z.string().optional(),
  image_updated: z.string().optional(),
})
export type Site = z.infer<typeof Site>

/** One state of a site in time: its load and composition. */
export const CompositionRecord = z.object({
  simulated,
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
  /** kg of what was analysed or weighed, where it was */
  weight: z.number().optional(),
  image_url: z.string().optional(),
  /** The picture itself in base64 (a JPEG at most 1280 px wide), where it was asked for. */
  annotated_image: z.string().optional(),
  created_at: z.string(),
})
export type CompositionRecord = z.infer<typeof CompositionRecord>

/** What the sites held at the end of a day, by the last record of each by then. */
export const CompositionDay = z.object({
  simulated,
  /** `2026-01-05`; records are shifted by the configured hours before their day is taken. */
  date: z.string(),
  /** tonnes, of all sites that have had a record by then */
  totalWeight: z.number(),
  /** percent by material, each site weighted by its tonnes; absent where nobody knows */
  composition: z.record(z.enum(MATERIALS), z.number()).optional(),
  /** Of the sites that have no record of this day: of which day the last one is, which counts here. */
  carried: z.array(z.object({ site_id: z.string(), date: z.string() })).optional(),
  /** Of this very day. */
  records: z.array(CompositionRecord).optional(),
})
export type CompositionDay = z.infer<typeof CompositionDay>
