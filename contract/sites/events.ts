/** Events of dumping sites and their contents. */
import { z } from 'zod'
import { timestampSchema, zoneIdSchema } from '../fields.ts'

export const siteEvents = {
  // Stream site-{id}
  SiteOpened: z.object({
    siteId: z.string(),
    name: z.string(),
    location: z.string(),
    zone: zoneIdSchema.optional(),
    coordinates: z.object({ lat: z.number(), lng: z.number() }),
    /** tonnes */
    maxCapacity: z.number(),
    /** tonnes */
    currentCapacity: z.number(),
    /** Percent by material; missing materials are unknown. */
    composition: z.record(z.string(), z.number()),
    openedBy: z.string(),
    openedAt: timestampSchema,
  }),
  SiteChanged: z.object({
    siteId: z.string(),
    name: z.string(),
    location: z.string(),
    coordinates: z.object({ lat: z.number(), lng: z.number() }),
    changedBy: z.string(),
    changedAt: timestampSchema,
  }),
  SiteClosed: z.object({ siteId: z.string(), closedBy: z.string(), closedAt: timestampSchema }),
  SiteCompositionUpdated: z.object({
    siteId: z.string(),
    /** Number of this update of the site, from 1. */
    number: z.int().min(1),
    /** Percent of all seven materials, summing to 100. */
    composition: z.record(z.string(), z.number()),
    /** Waste at the site in tonnes. */
    currentCapacity: z.number(),
    /** Weight of the analysed waste in kg, if known. */
    weight: z.number().optional(),
    /** Content hash of the annotated image. */
    image: z.string().optional(),
    /** Id of the analysis from which the composition comes. */
    analysisId: z.string().optional(),
    /**
     * Number of the earlier composition update that this update corrects.
     * Both updates are about the same deliveries.
     */
    corrects: z.int().min(1).optional(),
    /** Source of the figures: a person or a model. */
    source: z.enum(['typed', 'llm', 'yolo']),
    /** Deliveries that arrived with this update, with trucks and kg. */
    arrived: z.array(z.object({ deliveryId: z.string(), vehicleId: z.string(), weight: z.number().optional() })),
    /** Whether this update of a site brought its fill level above 90 %. */
    crossed: z.boolean(),
    updatedBy: z.string(),
    updatedAt: timestampSchema,
  }),
}
