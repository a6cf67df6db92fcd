/** Events of collections: schedules, plans, dispatches and loads. */
import { z } from 'zod'
import { VEHICLE_TYPES } from '#domain/city.ts'
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
    /** The dispatch, when all reports were collected at once. */
    dispatchId: z.string().optional(),
  }),

  // Stream vehicle-{id}, so that no truck is booked twice
  CollectionScheduled: z.object({
    /** SCH-… */
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    /** The zone's collection cycle. */
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
    /** Open reports of the zone. */
    reportsCount: z.int().min(0),
    scheduledStart: at,
    estimatedCompletion: at,
    /** km, one way */
    estimatedDistance: z.number(),
    /** litres, one way */
    estimatedFuel: z.number(),
    /** Planned work of the truck. */
    plan: plan.optional(),
    scheduledBy: z.string(),
    scheduledAt: at,
  }),
  /** Changes the start time, before the start only. */
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
    /**
     * The truck's share of the zone's open reports.
     * Older events list all reports of the zone.
     */
    reportIds: z.array(z.string()),
    startedAt: at,
  }),
  CollectionCompleted: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    /**
     * Reports of this truck.
     * The open ones become new again.
     */
    reportIds: z.array(z.string()),
    completedAt: at,
  }),
  /**
   * The time ran out while assigned bins are open.
   * A dispatcher must resolve them.
   */
  CollectionOverdue: z.object({ scheduleId: z.string(), vehicleId: z.string(), zone, overdueAt: at }),
  CollectionCancelled: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    /** Reports of this truck; no truck is on its way to them now. */
    reportIds: z.array(z.string()),
    cancelledBy: z.string(),
    cancelledAt: at,
    reason: z.string().optional(),
  }),
  /**
   * Reinstates a schedule as planned.
   * Only before its start, while its truck is free.
   */
  CancellationUndone: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    scheduledStart: at,
    estimatedCompletion: at,
    undoneBy: z.string(),
    undoneAt: at,
  }),
  /** A truck leaves for a site with its collected reports; one delivery per zone. */
  TruckDispatched: z.object({
    /** COL-… */
    dispatchId: z.string(),
    vehicleId: z.string(),
    siteId: z.string(),
    /** The claim that reserved the reports in the streams of their zones. */
    claimId: z.string().optional(),
    loads: z.array(
      z.object({
        deliveryId: z.string(),
        zone,
        reportIds: z.array(z.string()),
        /** kg */
        weight: z.number(),
        /** Reports marked one by one since the zone's last load; they are aboard too. */
        alsoCollected: z.int().min(0).optional(),
        /** Ids of those reports. */
        markedIds: z.array(z.string()).optional(),
        /** The weight was measured; otherwise it is 450 + 75 per report. */
        measured: z.boolean().optional(),
        /** Percent by material, when analysed. */
        composition: z.record(z.string(), z.number()).optional(),
        /** Set for loads entered by hand; the others are in transit. */
        status: z.enum(['pending', 'in-transit']).optional(),
      }),
    ),
    /** Schedules of the truck that this completes. */
    scheduleIds: z.array(z.string()),
    /**
     * Assigned reports that are not aboard.
     * They become new again.
     */
    leftIds: z.array(z.string()),
    estimatedArrival: at,
    dispatchedBy: z.string(),
    dispatchedAt: at,
  }),
  TruckArrived: z.object({ vehicleId: z.string(), siteId: z.string(), arrivedAt: at }),
  /** The truck does not leave with the claimed reports, so the claim can be released. */
  DispatchAbandoned: z.object({ vehicleId: z.string(), claimId: z.string(), abandonedAt: at }),

  // Stream dispatch-{zone}; one plan per zone and cycle, and every report in one load
  CollectionPlanned: z.object({
    zone,
    cycle: z.int().min(0),
    vehicleIds: z.array(z.string()).min(1),
    /** Accepted as offered: all of its trucks are scheduled, or none. */
    accepted: z.literal(true).optional(),
    plannedBy: z.string(),
    plannedAt: at,
  }),
  /** A truck of the plan is no longer available and leaves the plan. */
  PlanReduced: z.object({ zone, cycle: z.int().min(0), vehicleId: z.string(), reducedAt: at }),

  /**
   * Reserves reports for one truck's load before it leaves.
   * Thus no report is in two loads.
   */
  ReportsClaimed: z.object({
    zone,
    claimId: z.string(),
    vehicleId: z.string(),
    /** Open reports. */
    reportIds: z.array(z.string()),
    /** Reports marked one by one since the zone's last load. */
    markedIds: z.array(z.string()),
    claimedBy: z.string(),
    claimedAt: at,
  }),
  /**
   * Assigns open reports to a truck before it starts.
   * Thus no two trucks drive to the same report.
   */
  ReportsAssigned: z.object({
    zone,
    scheduleId: z.string(),
    vehicleId: z.string(),
    reportIds: z.array(z.string()),
    assignedAt: at,
  }),
  /** The truck did not leave; its claimed reports can go into another load. */
  ClaimReleased: z.object({ zone, claimId: z.string(), releasedAt: at }),
  /**
   * Many new accounts reported at once.
   * Automatic planning pauses for this cycle until a dispatcher clears the flag.
   */
  BurstFlagged: z.object({ zone, cycle: z.int().min(1), reports: z.int().min(1), flaggedAt: at }),
  BurstCleared: z.object({ zone, cycle: z.int().min(1), clearedBy: userId, clearedAt: at }),
}
