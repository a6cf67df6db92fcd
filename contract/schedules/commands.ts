/** Commands of dispatchers about collections: schedules, dispatches and deliveries. */
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { DELIVERY_STATUSES, MATERIALS } from '#domain/city.ts'
import { isSumOf100 } from '#domain/percent-total.ts'
import { truckLoadWeightSchema, truckPlanSchema as truckPlan } from '../fields.ts'
import { createLineSchema } from '../text.ts'
import { createZoneNameSchema } from '../zones/commands.ts'

export const MarkReportCollectedBody = z.object({
  status: z.literal('collected'),
  dumpingSiteId: z.string().min(1).max(40).optional(),
})

export const MarkAllCollectedBody = z.object({
  dumpingSiteId: z
    .string({ error: msg`Please select a dumping site`.message })
    .min(1, msg`Please select a dumping site`.message)
    .max(40),
  truckId: z.string({ error: msg`Please select a truck`.message }).min(1, msg`Please select a truck`.message).max(20),
  /** Zones to collect; by default all. */
  zones: z.array(createZoneNameSchema()).min(1, msg`Please select a zone`.message).max(500).optional(),
})

export const ScheduleCollectionBody = z
  .object({
    zone: createZoneNameSchema(),
    /** Ids of the trucks to send; by default the recommended ones. */
    vehicleIds: z.array(z.string().min(1).max(20)).min(1).max(10).optional(),
    /** Start time; by default 15 minutes from now. */
    scheduledStart: z.iso.datetime({ offset: true }).optional(),
    /** Site for unloading; by default the nearest one. */
    siteId: z.string().min(1).max(40).optional(),
    /**
     * The option of the recommendation that the dispatcher accepted.
     * It is scheduled exactly as offered, or not at all.
     */
    accepted: z
      .object({
        siteId: z.string().min(1).max(40),
        of: z.number().int().min(1),
        trucks: z
          .array(truckPlan.extend({ vehicleId: z.string().min(1).max(20) }))
          .min(1)
          .max(10),
      })
      .optional(),
  })
  .refine(({ accepted, vehicleIds, siteId }) => !accepted || (!vehicleIds && !siteId), {
    error:
      msg`Send either accepted, or vehicleIds and siteId, not both. An accepted plan already contains its trucks and site.`
        .message,
    path: ['accepted'],
  })

/** Starts, completes or cancels a schedule. */
export const ChangeScheduleBody = z.object({
  status: z.enum(['in-progress', 'completed', 'cancelled']),
  reason: createLineSchema(200).optional(),
  /**
   * Assigned reports whose bins the completed collection emptied.
   * They come in addition to reports that were marked one by one.
   * Other assigned reports are free for the next plan.
   */
  collected: z.union([z.literal('all'), z.array(z.string().max(80)).max(500)]).optional(),
})

/** Changes the start time of a schedule that has not started. */
export const RescheduleCollectionBody = z.object({ scheduledStart: z.iso.datetime({ offset: true }) })

export const CompleteSchedulesByReportsBody = z.object({
  reportIds: z.array(z.string().max(80)).max(10_000).optional(),
})

export const CreateDeliveryBody = z.object({
  truckId: z.string().min(1).max(20),
  facilityId: z.string().min(1).max(40),
  zone: createZoneNameSchema(),
  estimatedArrival: z.iso.datetime({ offset: true }).optional(),
  status: z.enum(DELIVERY_STATUSES).default('in-transit'),
  weight: truckLoadWeightSchema.optional(),
  composition: z
    .partialRecord(z.enum(MATERIALS), z.number().min(0, 'At least 0').max(100, 'At most 100'))
    .refine((parts) => isSumOf100(Object.values(parts)), msg`Total percentage must equal 100%`.message)
    .optional(),
})

export const ChangeDeliveryStatusBody = z.object({
  status: z.enum(DELIVERY_STATUSES),
  weight: truckLoadWeightSchema.optional(),
})

/**
 * Resumes automatic dispatch of a zone that many reports by new accounts had paused.
 * Sent after a dispatcher has reviewed the accounts.
 */
export const ClearReportBurstBody = z.object({ zone: createZoneNameSchema() })
