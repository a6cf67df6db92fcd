/** Events of collections: schedules, plans, dispatches and loads. */
import { z } from 'zod'
import { VEHICLE_TYPES } from '#domain/city.ts'
import { sealedSchema, timestampSchema, truckPlanSchema, userIdSchema, zoneIdSchema } from '../fields.ts'

export const collectionEvents = {
  // Stream bin-{userId}
  ReportCollected: z.object({
    reportId: z.string(),
    userId: userIdSchema,
    zone: zoneIdSchema,
    reportedAt: timestampSchema,
    collectedBy: userIdSchema,
    collectedAt: timestampSchema,
    siteId: z.string().optional(),
    /** Id of the dispatch, if one truck collected several reports together. */
    dispatchId: z.string().optional(),
  }),

  // Stream vehicle-{id}, whose revision check prevents double booking.
  CollectionScheduled: z.object({
    /** Id of the schedule, such as `SCH-AN12-T001`. */
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone: zoneIdSchema,
    /** Number of the zone's collection cycle. */
    cycle: z.int().min(0),
    vehicle: z.object({
      make: z.string(),
      model: z.string(),
      type: z.enum(VEHICLE_TYPES),
      registrationNumber: z.string(),
    }),
    /** JSON of the driver's {name, contact?}, encrypted with the key `driver-{vehicleId}`. */
    driver: sealedSchema.optional(),
    siteId: z.string(),
    /** Number of the zone's open reports. */
    reportsCount: z.int().min(0),
    scheduledStart: timestampSchema,
    estimatedCompletion: timestampSchema,
    /** Distance to the site in km, one way. */
    estimatedDistance: z.number(),
    /** Fuel in litres for the distance to the site, one way. */
    estimatedFuel: z.number(),
    /** Planned work of the truck in this collection. */
    plan: truckPlanSchema.optional(),
    scheduledBy: z.string(),
    scheduledAt: timestampSchema,
  }),
  /** The start time of a collection was changed before it started. */
  CollectionRescheduled: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone: zoneIdSchema,
    scheduledStart: timestampSchema,
    estimatedCompletion: timestampSchema,
    rescheduledBy: z.string(),
    rescheduledAt: timestampSchema,
  }),
  CollectionStarted: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone: zoneIdSchema,
    /**
     * Ids of the reports assigned to the truck.
     * In older events, these are all open reports.
     */
    reportIds: z.array(z.string()),
    startedAt: timestampSchema,
  }),
  CollectionCompleted: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone: zoneIdSchema,
    /**
     * Ids of the reports assigned to the truck.
     * Reports that are still open can be planned again.
     */
    reportIds: z.array(z.string()),
    completedAt: timestampSchema,
  }),
  /**
   * The planned end has passed while assigned bins are open.
   * A dispatcher must complete or cancel the collection.
   */
  CollectionOverdue: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone: zoneIdSchema,
    overdueAt: timestampSchema,
  }),
  CollectionCancelled: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone: zoneIdSchema,
    /**
     * Ids of the assigned reports.
     * No truck is on its way to them now.
     */
    reportIds: z.array(z.string()),
    cancelledBy: z.string(),
    cancelledAt: timestampSchema,
    reason: z.string().optional(),
  }),
  /**
   * A cancelled schedule was reinstated as planned.
   * It had not started, and its truck is free.
   */
  CancellationUndone: z.object({
    scheduleId: z.string(),
    vehicleId: z.string(),
    zone: zoneIdSchema,
    scheduledStart: timestampSchema,
    estimatedCompletion: timestampSchema,
    undoneBy: z.string(),
    undoneAt: timestampSchema,
  }),
  /** A truck left for a site, with one delivery per zone. */
  TruckDispatched: z.object({
    /** Id of the dispatch; it starts with `COL-`. */
    dispatchId: z.string(),
    vehicleId: z.string(),
    siteId: z.string(),
    /** The claim that reserved the reports in their zones' streams. */
    claimId: z.string().optional(),
    loads: z.array(
      z.object({
        deliveryId: z.string(),
        zone: zoneIdSchema,
        reportIds: z.array(z.string()),
        /** Weight of the load in kg. */
        weight: z.number(),
        /**
         * Number of further reports in this load.
         * They were individually marked as collected, and no earlier load contains them.
         */
        alsoCollected: z.int().min(0).optional(),
        /** Ids of the reports that `alsoCollected` counts. */
        markedIds: z.array(z.string()).optional(),
        /**
         * True if the weight of the load was measured.
         * Otherwise it is an estimate: 450 kg plus 75 kg per report.
         */
        measured: z.boolean().optional(),
        /** Percent of the load by material, if the load was analysed. */
        composition: z.record(z.string(), z.number()).optional(),
        /**
         * Status of a load entered by hand.
         * All other loads are in transit.
         */
        status: z.enum(['pending', 'in-transit']).optional(),
      }),
    ),
    /** Schedules of the truck that end with this dispatch. */
    scheduleIds: z.array(z.string()),
    /**
     * Reports that were assigned to the truck but not collected.
     * The next plan can include them.
     */
    leftIds: z.array(z.string()),
    estimatedArrival: timestampSchema,
    dispatchedBy: z.string(),
    dispatchedAt: timestampSchema,
  }),
  TruckArrived: z.object({ vehicleId: z.string(), siteId: z.string(), arrivedAt: timestampSchema }),
  /**
   * The truck did not leave.
   * Its claim on reports can be released.
   */
  DispatchAbandoned: z.object({ vehicleId: z.string(), claimId: z.string(), abandonedAt: timestampSchema }),

  // Stream dispatch-{zone}.
  // It ensures one plan per cycle, and one load per report.
  CollectionPlanned: z.object({
    zone: zoneIdSchema,
    cycle: z.int().min(0),
    vehicleIds: z.array(z.string()).min(1),
    /**
     * Set if a dispatcher accepted the plan as offered.
     * Then all of its trucks are scheduled, or none.
     */
    accepted: z.literal(true).optional(),
    plannedBy: z.string(),
    plannedAt: timestampSchema,
  }),
  /** An unavailable truck was removed from the plan. */
  PlanReduced: z.object({
    zone: zoneIdSchema,
    cycle: z.int().min(0),
    vehicleId: z.string(),
    reducedAt: timestampSchema,
  }),

  /**
   * Reports were reserved for a truck's load before it leaves.
   * No report can be in two loads.
   */
  ReportsClaimed: z.object({
    zone: zoneIdSchema,
    claimId: z.string(),
    vehicleId: z.string(),
    /** Ids of the open reports that the truck will collect. */
    reportIds: z.array(z.string()),
    /** Ids of reports that were marked collected one by one since the last load. */
    markedIds: z.array(z.string()),
    claimedBy: z.string(),
    claimedAt: timestampSchema,
  }),
  /**
   * Open reports were assigned to a truck before it starts.
   * No two trucks drive to the same report.
   */
  ReportsAssigned: z.object({
    zone: zoneIdSchema,
    scheduleId: z.string(),
    vehicleId: z.string(),
    reportIds: z.array(z.string()),
    assignedAt: timestampSchema,
  }),
  /**
   * The claim's truck did not leave.
   * Another load can take the reports.
   */
  ClaimReleased: z.object({ zone: zoneIdSchema, claimId: z.string(), releasedAt: timestampSchema }),
  /**
   * Many new accounts reported at once in a zone.
   * Automatic planning pauses for the zone's current cycle, until a dispatcher accepts the reports.
   */
  BurstFlagged: z.object({
    zone: zoneIdSchema,
    cycle: z.int().min(1),
    reports: z.int().min(1),
    flaggedAt: timestampSchema,
  }),
  BurstCleared: z.object({
    zone: zoneIdSchema,
    cycle: z.int().min(1),
    clearedBy: userIdSchema,
    clearedAt: timestampSchema,
  }),
}
