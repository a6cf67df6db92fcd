/** Collections: schedules, plans, dispatches and the loads that they bring to the sites. */
import { z } from 'zod'
import { VEHICLE_TYPES } from '#rules/city.ts'
import { at, plan, sealed, userId, zone } from '../fields.ts'

export const collections = {
  // Stream bin-{userId}
  ReportCollected: z.object({
    reportId: z.string(),
    userId,
    zone,
    reportedAt: at,
    collectedBy: userId,
    collectedAt: at,
    siteId: z.string().optional(),
    /** The dispatch that it belongs to, when all were collected at once. */
    dispatchId: z.string().optional(),
  }),

  // Stream vehicle-{id}, so that no truck is in two places
  CollectionScheduled: z.object({
    /** SCH-… */
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    /** The zone's collection cycle that it is for. */
    cycle: z.int().min(0),
    vehicle: z.object({
      make: z.string(),
      model: z.string(),
      type: z.enum(VEHICLE_TYPES),
      registrationNumber: z.string(),
    }),
    /** {name, contact?} of the driver, under the key of `driver-{vehicleId}`. */
    driver: sealed.optional(),
    siteId: z.string(),
    /** The zone's open reports. */
    reportsCount: z.int().min(0),
    scheduledStart: at,
    estimatedCompletion: at,
    /** km, one way */
    estimatedDistance: z.number(),
    /** litres, one way */
    estimatedFuel: z.number(),
    /** What the truck is sent to do. */
    plan: plan.optional(),
    scheduledBy: z.string(),
    scheduledAt: at,
  }),
  /** It begins at another time; only before it has begun. */
  CollectionRescheduled: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    scheduledStart: at,
    estimatedCompletion: at,
    rescheduledBy: z.string(),
    rescheduledAt: at,
  }),
  CollectionStarted: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    /** Its share of the zone's open reports: the truck is on its way to them. Older events name all of the zone. */
    reportIds: z.array(z.string()),
    startedAt: at,
  }),
  CollectionCompleted: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    /** The reports that it had set out for: those of them that are open are new again. */
    reportIds: z.array(z.string()),
    completedAt: at,
  }),
  /** Its time ran out while bins that it set out for are open: somebody has to say what became of them. */
  CollectionOverdue: z.object({ scheduleId: z.string(), vehicleId: z.string(), zone, overdueAt: at }),
  CollectionCancelled: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    /** The reports that it had set out for: nobody is on the way to them any more. */
    reportIds: z.array(z.string()),
    cancelledBy: z.string(),
    cancelledAt: at,
    reason: z.string().optional(),
  }),
  /** It takes place after all, as it was planned; only of what had not set out, while its truck is free. */
  CancellationUndone: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    scheduledStart: at,
    estimatedCompletion: at,
    undoneBy: z.string(),
    undoneAt: at,
  }),
  /** A truck leaves with the reports it collected, for a site; one delivery for each zone it served. */
  TruckDispatched: z.object({
    /** COL-… */
    dispatchId: z.string(),
    vehicleId: z.string(),
    siteId: z.string(),
    /** The claim by which its reports were taken in their zones' streams. */
    claimId: z.string().optional(),
    loads: z.array(
      z.object({
        deliveryId: z.string(),
        zone,
        reportIds: z.array(z.string()),
        /** kg */
        weight: z.number(),
        /** Reports of the zone that were marked one by one since its last load: they are aboard too. */
        alsoCollected: z.int().min(0).optional(),
        /** Those. */
        markedIds: z.array(z.string()).optional(),
        /** The weight was measured; else it is 450 + 75 per report. */
        measured: z.boolean().optional(),
        /** percent by material, where it was analysed */
        composition: z.record(z.string(), z.number()).optional(),
        /** Of a load that was entered by hand; the others are in-transit. */
        status: z.enum(['pending', 'in-transit']).optional(),
      }),
    ),
    /** The truck's schedules that this completes. */
    scheduleIds: z.array(z.string()),
    /** Reports that those had set out for and that are not aboard: they are new again. */
    leftIds: z.array(z.string()),
    estimatedArrival: at,
    dispatchedBy: z.string(),
    dispatchedAt: at,
  }),
  TruckArrived: z.object({ vehicleId: z.string(), siteId: z.string(), arrivedAt: at }),
  /** The truck will not leave with what was claimed for it, so that the claim can be released. */
  DispatchAbandoned: z.object({ vehicleId: z.string(), claimId: z.string(), abandonedAt: at }),

  // Stream dispatch-{zone}; one plan per zone and cycle, and every report in one load
  CollectionPlanned: z.object({
    zone,
    cycle: z.int().min(0),
    vehicleIds: z.array(z.string()).min(1),
    /** As it was offered: all of its trucks set out, or none. */
    accepted: z.literal(true).optional(),
    plannedBy: z.string(),
    plannedAt: at,
  }),
  /** A truck of the plan was taken in the meantime: it is no part of it any more. */
  PlanReduced: z.object({ zone, cycle: z.int().min(0), vehicleId: z.string(), reducedAt: at }),

  /** Reports of the zone go into one truck's load: decided here before it leaves, so that no report is in two. */
  ReportsClaimed: z.object({
    zone,
    claimId: z.string(),
    vehicleId: z.string(),
    /** Open ones. */
    reportIds: z.array(z.string()),
    /** Those that were marked one by one since the zone's last load. */
    markedIds: z.array(z.string()),
    claimedBy: z.string(),
    claimedAt: at,
  }),
  /** Open reports that a truck sets out for: decided here before it starts, so that no two trucks set out for the same. */
  ReportsAssigned: z.object({
    zone,
    scheduleId: z.string(),
    vehicleId: z.string(),
    reportIds: z.array(z.string()),
    assignedAt: at,
  }),
  /** The truck did not leave: what was claimed for it may go into another load. */
  ClaimReleased: z.object({ zone, claimId: z.string(), releasedAt: at }),
  /** Many new accounts reported at once: the installation plans nothing by itself in this cycle, until a dispatcher says so. */
  BurstFlagged: z.object({ zone, cycle: z.int().min(1), reports: z.int().min(1), flaggedAt: at }),
  BurstCleared: z.object({ zone, cycle: z.int().min(1), clearedBy: userId, clearedAt: at }),
}
