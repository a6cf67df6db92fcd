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
    /** Id of the dispatch, if a truck collected all reports at once. */
    dispatchId: z.string().optional(),
  }),

  // Stream vehicle-{id}, whose revision check prevents double booking
  CollectionScheduled: z.object({
    /** SCH-… */
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    /** Number of the zone's collection cycle. */
    cycle: z.int().min(0),
    vehicle: z.object({
      make: z.string(),
      model: z.string(),
      type: z.enum(VEHICLE_TYPES),
      registrationNumber: z.string(),
    }),
    /** JSON of {name, contact?} of the driver, sealed under the key `driver-{vehicleId}`. */
    driver: sealed.optional(),
    siteId: z.string(),
    /** Number of open reports of the zone. */
    reportsCount: z.int().min(0),
    scheduledStart: at,
    estimatedCompletion: at,
    /** km, one way */
    estimatedDistance: z.number(),
    /** litres, one way */
    estimatedFuel: z.number(),
    /** Planned work of the truck in this collection. */
    plan: plan.optional(),
    scheduledBy: z.string(),
    scheduledAt: at,
  }),
  /** Changes the start time of a collection that has not started. */
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
     * The reports assigned to the truck.
     * In older events, all open reports of the zone.
     */
    reportIds: z.array(z.string()),
    startedAt: at,
  }),
  CollectionCompleted: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    /**
     * The reports assigned to the truck.
     * Those still open are free for the next plan.
     */
    reportIds: z.array(z.string()),
    completedAt: at,
  }),
  /**
   * The planned end has passed while assigned bins are open.
   * A dispatcher must complete or cancel it.
   */
  CollectionOverdue: z.object({ scheduleId: z.string(), vehicleId: z.string(), zone, overdueAt: at }),
  CollectionCancelled: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone,
    /** The reports that were assigned to the truck; no truck is on its way to them now. */
    reportIds: z.array(z.string()),
    cancelledBy: z.string(),
    cancelledAt: at,
    reason: z.string().optional(),
  }),
  /**
   * Reinstates a cancelled schedule as planned.
   * Only if it had not started and its truck is free.
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
  /** A truck left for a site with its collected reports, as one delivery per zone. */
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
        /** Number of reports marked as collected one by one since the zone's last load; this load includes them. */
        alsoCollected: z.int().min(0).optional(),
        /** Ids of those reports. */
        markedIds: z.array(z.string()).optional(),
        /** Set if the weight was measured; otherwise it is estimated as 450 + 75 kg per report. */
        measured: z.boolean().optional(),
        /** Percent by material, if it was analysed. */
        composition: z.record(z.string(), z.number()).optional(),
        /** Set for loads that were entered manually; all others are in transit. */
        status: z.enum(['pending', 'in-transit']).optional(),
      }),
    ),
    /** Schedules of the truck that end with this dispatch. */
    scheduleIds: z.array(z.string()),
    /**
     * Assigned reports that were not collected.
     * They are free for the next plan.
     */
    leftIds: z.array(z.string()),
    estimatedArrival: at,
    dispatchedBy: z.string(),
    dispatchedAt: at,
  }),
  TruckArrived: z.object({ vehicleId: z.string(), siteId: z.string(), arrivedAt: at }),
  /** The truck did not leave with the claimed reports, so the claim can be released. */
  DispatchAbandoned: z.object({ vehicleId: z.string(), claimId: z.string(), abandonedAt: at }),

  // Stream dispatch-{zone}, which ensures one plan per zone and cycle, and every report in one load
  CollectionPlanned: z.object({
    zone,
    cycle: z.int().min(0),
    vehicleIds: z.array(z.string()).min(1),
    /** Set if it was accepted as offered: either all of its trucks are scheduled, or none. */
    accepted: z.literal(true).optional(),
    plannedBy: z.string(),
    plannedAt: at,
  }),
  /** A truck is no longer available and was removed from the plan. */
  PlanReduced: z.object({ zone, cycle: z.int().min(0), vehicleId: z.string(), reducedAt: at }),

  /** Reserves reports for the load of one truck before it leaves, so that no report is in two loads. */
  ReportsClaimed: z.object({
    zone,
    claimId: z.string(),
    vehicleId: z.string(),
    /** Open reports. */
    reportIds: z.array(z.string()),
    /** Ids of reports marked as collected one by one since the zone's last load. */
    markedIds: z.array(z.string()),
    claimedBy: z.string(),
    claimedAt: at,
  }),
  /** Assigns open reports to a truck before it starts, so that no two trucks drive to the same report. */
  ReportsAssigned: z.object({
    zone,
    scheduleId: z.string(),
    vehicleId: z.string(),
    reportIds: z.array(z.string()),
    assignedAt: at,
  }),
  /** The truck did not leave; another load can take the claimed reports. */
  ClaimReleased: z.object({ zone, claimId: z.string(), releasedAt: at }),
  /**
   * Many new accounts reported at once.
   * Automatic planning pauses for this cycle until a dispatcher clears it.
   */
  BurstFlagged: z.object({ zone, cycle: z.int().min(1), reports: z.int().min(1), flaggedAt: at }),
  BurstCleared: z.object({ zone, cycle: z.int().min(1), clearedBy: userId, clearedAt: at }),
}
