/** Events of drivers. */
import { z } from 'zod'
import { STOP_EXCEPTIONS, STOP_OUTCOMES } from '#domain/stop-outcomes.ts'
import { sealedSchema, timestampSchema, userIdSchema, zoneIdSchema } from '../fields.ts'

export const driverEvents = {
  // Streams drivers, drivers-2, drivers-3, …
  // The revision check of the last one keeps drivers and trucks one to one.
  DriverAssigned: z.object({
    userId: userIdSchema,
    vehicleId: z.string(),
    /** Id of the dispatcher, or of the driver who took the truck. */
    assignedBy: userIdSchema,
    assignedAt: timestampSchema,
  }),
  DriverReleased: z.object({
    userId: userIdSchema,
    vehicleId: z.string(),
    releasedBy: z.string(),
    releasedAt: timestampSchema,
  }),
  /** This stream of drivers is full; the next part continues it. */
  DriverListClosed: z.object({ nextPart: z.int().min(2), closedAt: timestampSchema }),
  /** The first event of a part: the drivers and trucks at the end of the part before. */
  DriverListOpened: z.object({
    part: z.int().min(2),
    current: z.array(z.object({ vehicleId: z.string(), userId: userIdSchema })),
    /** Latest former assignments, oldest first. */
    ended: z.array(z.object({ vehicleId: z.string(), userId: userIdSchema, releasedAt: timestampSchema })),
    openedAt: timestampSchema,
  }),

  // Stream vehicle-{id}
  /**
   * A driver ended a shift.
   * Fuel level and odometer are absent if the driver did not enter them.
   */
  ShiftEnded: z.object({
    userId: userIdSchema,
    vehicleId: z.string(),
    /** litres */
    fuelLevel: z.number().min(0).optional(),
    /** km */
    odometer: z.int().min(0).optional(),
    endedAt: timestampSchema,
  }),

  // Events in the stream bin-{userId}. The stream also has the resident's report.
  /**
   * A driver recorded a stop's outcome.
   * The last one counts.
   */
  StopServed: z.object({
    /** Id of the report whose bin the driver visited. */
    stopId: z.string(),
    userId: userIdSchema,
    zone: zoneIdSchema,
    scheduleId: z.string(),
    vehicleId: z.string(),
    outcome: z.enum(STOP_OUTCOMES),
    exception: z.enum(STOP_EXCEPTIONS).optional(),
    /** Content hash of the photo. */
    picture: z.string().optional(),
    /**
     * JSON of {lat, lon, acc, tst?}, encrypted with the driver's key.
     * Absent if the phone's position is unknown.
     */
    sealedFix: sealedSchema.optional(),
    /** JSON of {note}, encrypted with the resident's key. */
    sealedNote: sealedSchema.optional(),
    /** Distance between phone and bin, if both are known. */
    metres: z.int().min(0).optional(),
    /** The truck left with its load before the outcome arrived, so the load does not include the bin. */
    afterLoad: z.literal(true).optional(),
    servedBy: userIdSchema,
    /** Time of the stop by the phone's clock. */
    servedAt: timestampSchema,
    recordedAt: timestampSchema,
  }),
}
