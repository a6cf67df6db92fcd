/** Schemas of deliveries: loads under way, weighings and disputes. */
import { z } from 'zod'
import { DELIVERY_STATUSES, MATERIALS } from '#domain/city.ts'
import type { EventData } from '../events.ts'
import { simulatedSchema, zoneIdSchema } from '../fields.ts'
import { pictureUrlOf } from '../pictures/pictures.ts'

const composition = z.partialRecord(z.enum(MATERIALS), z.number())

const Weighing = z.object({
  ticket: z.string(),
  /** Weight of the truck with its load, in kg. */
  gross: z.number(),
  /** Weight of the empty truck, in kg. */
  tare: z.number(),
  weighedAt: z.string(),
  /** URL of the picture of the ticket. */
  picture_url: z.string().optional(),
})
type Weighing = z.infer<typeof Weighing>

const Dispute = z.object({
  status: z.enum(['open', 'accepted', 'rejected']),
  /** Sorting result of the recyclers, if any. */
  composition: composition.optional(),
  /** Reason for the dispute, in the recyclers' words. */
  reason: z.string().optional(),
  disputedAt: z.string(),
  settledAt: z.string().optional(),
})
type Dispute = z.infer<typeof Dispute>

/** A truckload on its way to a site. */
export const Delivery = z.object({
  simulated: simulatedSchema,
  id: z.string(),
  truckId: z.string(),
  facilityId: z.string(),
  zone: zoneIdSchema,
  estimatedArrival: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  /** Weight of the load in kg. */
  weight: z.number().optional(),
  estimated: z.boolean(),
  /** Estimated kg before the measurement. */
  estimatedWeight: z.number().optional(),
  /** Measurement by the site's scales. */
  weighing: Weighing.optional(),
  /** Percent by material; absent while unknown. */
  composition: composition.optional(),
  /**
   * Source of the composition: the load's analysis, the site, or its recyclers.
   * After an accepted dispute without sorting, it is 'recycler' and there is no composition.
   */
  compositionFrom: z.enum(['load', 'site', 'recycler']).optional(),
  /** The latest dispute. */
  dispute: Dispute.optional(),
  reportsCount: z.number(),
  createdAt: z.string(),
  arrivedAt: z.string().optional(),
})
export type Delivery = z.infer<typeof Delivery>

export const weighingOf = ({ ticket, gross, tare, weighedAt, picture }: EventData<'DeliveryWeighed'>): Weighing => ({
  ticket,
  gross,
  tare,
  weighedAt,
  ...(picture && { picture_url: pictureUrlOf(picture) }),
})

export const disputeOf = ({ composition, disputedAt }: EventData<'CompositionDisputed'>): Dispute => ({
  status: 'open',
  composition,
  disputedAt,
})
