/** Events of deliveries: loads under way, weighing, composition disputes. */
import { z } from 'zod'
import { DELIVERY_STATUSES } from '#domain/city.ts'
import { sealedSchema, timestampSchema, zoneIdSchema } from '../fields.ts'

/** Percent by material. */
const composition = z.record(z.string(), z.number())

export const deliveryEvents = {
  // Stream delivery-{id}
  DeliveryCreated: z.object({
    deliveryId: z.string(),
    vehicleId: z.string(),
    siteId: z.string(),
    zone: zoneIdSchema,
    status: z.enum(DELIVERY_STATUSES),
    /** kg */
    weight: z.number().optional(),
    estimated: z.boolean(),
    /** Percent by material; absent until analysed. */
    composition: composition.optional(),
    /** Number of reports whose waste is in the load. */
    reportsCount: z.int().min(0),
    estimatedArrival: timestampSchema,
    createdBy: z.string(),
    createdAt: timestampSchema,
  }),
  DeliveryMoved: z.object({
    deliveryId: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    /** Measured kg. */
    weight: z.number().optional(),
    /** Composition that the site update contained, if that update recorded the arrival of the delivery. */
    composition: composition.optional(),
    /** Number of the earlier site update that this event corrects. */
    corrects: z.int().optional(),
    movedBy: z.string(),
    movedAt: timestampSchema,
    /** Actual arrival time, if the arrival was recorded later. */
    arrivedAt: timestampSchema.optional(),
  }),
  /**
   * A delivery was completed by mistake.
   * It goes back to arrived.
   */
  CompletionUndone: z.object({ deliveryId: z.string(), undoneBy: z.string(), undoneAt: timestampSchema }),
  /**
   * The site's scales measured the load.
   * The weight replaces all earlier estimates.
   */
  DeliveryWeighed: z.object({
    deliveryId: z.string(),
    siteId: z.string(),
    /** Number of the weighbridge ticket. */
    ticket: z.string(),
    /** Weight of the truck with its load, in kg. */
    gross: z.number(),
    /** Weight of the empty truck, in kg. */
    tare: z.number(),
    /** Net weight in kg: gross less tare. */
    weight: z.number(),
    /** Previous weight of the delivery, in kg. */
    before: z.number().optional(),
    /** Content hash of the ticket's picture. */
    picture: z.string().optional(),
    weighedBy: z.string(),
    /** Time of the weighing. */
    weighedAt: timestampSchema,
    recordedAt: timestampSchema,
  }),
  /**
   * Recyclers dispute the composition.
   * It stays valid until a dispatcher settles the dispute.
   */
  CompositionDisputed: z.object({
    deliveryId: z.string(),
    siteId: z.string(),
    /** The recyclers' sorting, if any: all seven materials, summing to 100. */
    composition: composition.optional(),
    /**
     * Encrypted JSON {reason}: why the recycler disputes the delivery.
     * The key belongs to the user `disputedBy`.
     */
    sealed: sealedSchema,
    disputedBy: z.string(),
    disputedAt: timestampSchema,
  }),
  DisputeSettled: z.object({
    deliveryId: z.string(),
    siteId: z.string(),
    /**
     * Whether the dispute is accepted.
     * The recyclers' composition then applies; if they gave none, the composition is unknown.
     */
    accepted: z.boolean(),
    /** The new composition, if the recyclers sorted the load. */
    composition: composition.optional(),
    settledBy: z.string(),
    settledAt: timestampSchema,
  }),

  // Stream ticket-{siteId}/{ticket}
  /**
   * A weighbridge ticket was reserved before the weighing.
   * The last reservation is valid.
   */
  TicketUsed: z.object({ siteId: z.string(), ticket: z.string(), deliveryId: z.string(), usedAt: timestampSchema }),
}
