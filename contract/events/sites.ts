/** The dumping sites and what they hold. */
import { z } from 'zod'
import { at, zone } from '../fields.ts'

export const sites = {
  // Stream site-{id}
  SiteOpened: z.object({
    siteId: z.string(),
    name: z.string(),
    location: z.string(),
    zone: zone.optional(),
    coordinates: z.object({ lat: z.number(), lng: z.number() }),
    /** tonnes */
    maxCapacity: z.number(),
    /** tonnes */
    currentCapacity: z.number(),
    /** percent by material; what is not named is unknown */
    composition: z.record(z.string(), z.number()),
    openedBy: z.string(),
    openedAt: at,
  }),
  SiteChanged: z.object({
    siteId: z.string(),
    name: z.string(),
    location: z.string(),
    coordinates: z.object({ lat: z.number(), lng: z.number() }),
    changedBy: z.string(),
    changedAt: at,
  }),
  SiteClosed: z.object({ siteId: z.string(), closedBy: z.string(), closedAt: at }),
  SiteCompositionUpdated: z.object({
    siteId: z.string(),
    /** Counts the site's updates from 1. */
    number: z.int().min(1),
    /** percent by material, of all seven; sums to 100 */
    composition: z.record(z.string(), z.number()),
    /** tonnes */
    currentCapacity: z.number(),
    /** kg of what was analysed, where it was */
    weight: z.number().optional(),
    /** Content hash of the annotated image. */
    image: z.string().optional(),
    /** The analysis that it was made of. */
    analysisId: z.string().optional(),
    /** It puts right what an earlier update said, the one of this number, for the same deliveries. */
    corrects: z.int().min(1).optional(),
    /** Who said so: a person's hand or a model. */
    source: z.enum(['typed', 'llm', 'yolo']),
    /** Deliveries bound for this site that have arrived with it, and their trucks; each with its share of the weight (kg). */
    arrived: z.array(z.object({ deliveryId: z.string(), vehicleId: z.string(), weight: z.number().optional() })),
    /** Whether the site went above 90 % of its capacity with this. */
    crossed: z.boolean(),
    updatedBy: z.string(),
    updatedAt: at,
  }),
}
