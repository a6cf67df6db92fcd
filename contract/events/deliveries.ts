/** Deliveries: loads on their way to a site, what they weighed there, and what was said of what is in them. */
import { z } from 'zod'
import { DELIVERY_STATUSES } from '#rules/city.ts'
import { at, sealed, zone } from '../fields.ts'

/** percent by material */
const composition = z.record(z.string(), z.number())

export const deliveries = {
  // Stream delivery-{id}
  DeliveryCreated: z.object({
    deliveryId: z.string(),
    vehicleId: z.string(),
    siteId: z.string(),
    zone,
    status: z.enum(DELIVERY_STATUSES),
    /** kg */
    weight: z.number().optional(),
    /** Whether the weight is an estimate. */
    estimated: z.boolean(),
    /** percent by material; absent while nobody has analysed it */
    composition: composition.optional(),
    /** Reports whose waste is aboard. */
    reportsCount: z.int().min(0),
    estimatedArrival: at,
    createdBy: z.string(),
    createdAt: at,
  }),
  DeliveryMoved: z.object({
    deliveryId: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    /** kg, when it was measured */
    weight: z.number().optional(),
    /** What was said of the site's waste when it arrived. */
    composition: composition.optional(),
    /** It puts right what was told of it before: the number of the site's update that says so. */
    corrects: z.int().optional(),
    movedBy: z.string(),
    movedAt: at,
    /** When it arrived, where that was before it is told here. */
    arrivedAt: at.optional(),
  }),
  /** It was completed by mistake: it has only arrived. */
  CompletionUndone: z.object({ deliveryId: z.string(), undoneBy: z.string(), undoneAt: at }),
  /** The site's scales say what the load weighs: that holds from then on, whatever was estimated or told before. */
  DeliveryWeighed: z.object({
    deliveryId: z.string(),
    siteId: z.string(),
    /** The number on the weighbridge's ticket. */
    ticket: z.string(),
    /** kg, of the truck with its load */
    gross: z.number(),
    /** kg, of the truck once it is empty */
    tare: z.number(),
    /** kg: gross less tare */
    weight: z.number(),
    /** kg, as it was thought to weigh before */
    before: z.number().optional(),
    /** The ticket's picture, by the hash of its content. */
    picture: z.string().optional(),
    weighedBy: z.string(),
    /** When it stood on the scales. */
    weighedAt: at,
    recordedAt: at,
  }),
  /** The site's recyclers found something else in it than was said. It stands as it is until a dispatcher has answered. */
  CompositionDisputed: z.object({
    deliveryId: z.string(),
    siteId: z.string(),
    /** What they found, where they sorted it: all seven materials, summing to 100. */
    composition: composition.optional(),
    /** {reason} in their words, under the key of `disputedBy`. */
    sealed,
    disputedBy: z.string(),
    disputedAt: at,
  }),
  DisputeSettled: z.object({
    deliveryId: z.string(),
    siteId: z.string(),
    /** Whether they are right: then what they found holds, or nobody knows what is in it. */
    accepted: z.boolean(),
    /** What holds from now on, where they are right and had sorted it. */
    composition: composition.optional(),
    settledBy: z.string(),
    settledAt: at,
  }),

  // Stream ticket-{siteId}/{ticket}
  /** A weighbridge's ticket is one load's: that of the last that took it, which it did before it was weighed by it. */
  TicketUsed: z.object({ siteId: z.string(), ticket: z.string(), deliveryId: z.string(), usedAt: at }),
}
