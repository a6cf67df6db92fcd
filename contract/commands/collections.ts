/** What dispatchers do about collections: schedules, trucks that leave, and deliveries. */
import { z } from 'zod'
import { DELIVERY_STATUSES, MATERIALS } from '#rules/city.ts'
import { isWhole } from '#rules/whole.ts'
import { plan as truckPlan } from '../fields.ts'
import { line } from './text.ts'
import { loadWeight } from './weights.ts'
import { namedZone } from './zones.ts'

export const MarkReport = z.object({
  status: z.literal('collected'),
  dumpingSiteId: z.string().min(1).max(40).optional(),
})

export const MarkAllCollected = z.object({
  dumpingSiteId: z.string({ error: 'Please select a dumping site' }).min(1, 'Please select a dumping site').max(40),
  truckId: z.string({ error: 'Please select a truck' }).min(1, 'Please select a truck').max(20),
  /** Whose reports are collected; every zone's when not given. */
  zones: z.array(namedZone()).min(1, 'Please select a zone').max(500).optional(),
})

export const ScheduleCollection = z
  .object({
    zone: namedZone(),
    /** The trucks to send; the recommended ones when not given. */
    vehicleIds: z.array(z.string().min(1).max(20)).min(1).max(10).optional(),
    /** When it starts; 15 minutes from now when not given. */
    scheduledStart: z.iso.datetime({ offset: true }).optional(),
    /** Where the trucks unload; the nearest site when not given. */
    siteId: z.string().min(1).max(40).optional(),
    /** One of the recommendation's choices, as it was offered: exactly this is scheduled, or nothing. */
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
    error: 'An accepted plan names its trucks and its site. Leave vehicleIds and siteId out, or leave accepted out.',
    path: ['accepted'],
  })

/** Moves a schedule on: its truck set out, it is done, or it will not take place. */
export const ChangeSchedule = z.object({
  status: z.enum(['in-progress', 'completed', 'cancelled']),
  reason: line(200).optional(),
  /** Of a collection that is completed: the open reports that it collected, beside those marked one by one. The others are new again. */
  collected: z.union([z.literal('all'), z.array(z.string().max(80)).max(500)]).optional(),
})

/** Changes a schedule that has not begun. */
export const Reschedule = z.object({ scheduledStart: z.iso.datetime({ offset: true }) })

export const CompleteByReports = z.object({ reportIds: z.array(z.string().max(80)).max(10_000).optional() })

export const CreateDelivery = z.object({
  truckId: z.string().min(1).max(20),
  facilityId: z.string().min(1).max(40),
  zone: namedZone(),
  estimatedArrival: z.iso.datetime({ offset: true }).optional(),
  status: z.enum(DELIVERY_STATUSES).default('in-transit'),
  weight: loadWeight.optional(),
  composition: z
    .partialRecord(z.enum(MATERIALS), z.number().min(0, 'At least 0').max(100, 'At most 100'))
    .refine((parts) => isWhole(Object.values(parts)), 'Total percentage must equal 100%')
    .optional(),
})

export const MoveDelivery = z.object({
  status: z.enum(DELIVERY_STATUSES),
  weight: loadWeight.optional(),
})

/** A dispatcher has looked at the reports of a zone's new accounts. */
export const ClearBurst = z.object({ zone: namedZone() })
