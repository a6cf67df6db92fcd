/** Loads on their way to a site, what they weighed there, and what is in them. */
import { z } from 'zod'
import { DELIVERY_STATUSES, MATERIALS } from '#rules/city.ts'
import type { EventData } from '../events.ts'
import { simulated, zone } from '../fields.ts'
import { pictureUrl } from '../waste/pictures.ts'

const composition = z.partialRecord(z.enum(MATERIALS), z.number())

export const Weighing = z.object({
  ticket: z.string(),
  /** kg, of the truck with its load */
  gross: z.number(),
  /** kg, of the truck once it was empty */
  tare: z.number(),
  weighedAt: z.string(),
  /** Of the ticket. */
  picture_url: z.string().optional(),
})
export type Weighing = z.infer<typeof Weighing>

export const Dispute = z.object({
  status: z.enum(['open', 'accepted', 'rejected']),
  /** What the recyclers found, where they sorted it. */
  composition: composition.optional(),
  /** Why, in their words. */
  reason: z.string().optional(),
  disputedAt: z.string(),
  settledAt: z.string().optional(),
})
export type Dispute = z.infer<typeof Dispute>

/** A truckload on its way to a site. */
export const Delivery = z.object({
  simulated,
  id: z.string(),
  truckId: z.string(),
  facilityId: z.string(),
  zone,
  estimatedArrival: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  /** kg */
  weight: z.number().optional(),
  /** Whether the weight is an estimate. */
  estimated: z.boolean(),
  /** kg, as it was estimated before it was measured */
  estimatedWeight: z.number().optional(),
  /** How the site's scales weighed it. */
  weighing: Weighing.optional(),
  /** percent by material; absent while nobody knows what is in it */
  composition: composition.optional(),
  /**
   * Of what that was said: of this very load, of the site when it arrived, or of this load by the site's recyclers; these may also
   * have been right that it is not what was said, without having sorted it: then there is no composition.
   */
  compositionFrom: z.enum(['load', 'site', 'recycler']).optional(),
  /** The last that there was about its composition. */
  dispute: Dispute.optional(),
  reportsCount: z.number(),
  createdAt: z.string(),
  arrivedAt: z.string().optional(),
})
export type Delivery = z.infer<typeof Delivery>

export const weighingOf = ({ ticket, gross, tare, weighedAt, picture }: EventData<'DeliveryWeighed'>): Weighing => ({
  ...{ ticket, gross, tare, weighedAt },
  ...(picture && { picture_url: pictureUrl(picture) }),
})

export const disputeOf = ({ composition, disputedAt }: EventData<'CompositionDisputed'>): Dispute => ({
  ...{ status: 'open', composition, disputedAt },
})
