/** Events of drivers. */
import { z } from 'zod'
import { STOP_EXCEPTIONS, STOP_OUTCOMES } from '#domain/stop-outcomes.ts'
import { at, sealed, userId, zone } from '../fields.ts'

export const driver = {
  // Stream drivers; its revision check gives a truck one driver, and a driver one truck
  DriverAssigned: z.object({
    userId,
    vehicleId: z.string(),
    /** A dispatcher, or the driver. */
    assignedBy: userId,
    assignedAt: at,
  }),
  DriverReleased: z.object({ userId, vehicleId: z.string(), releasedBy: z.string(), releasedAt: at }),

  // Stream vehicle-{id}
  /** The driver's reading of the instruments; absent ones were not read. */
  ShiftEnded: z.object({
    userId,
    vehicleId: z.string(),
    /** litres */
    fuelLevel: z.number().min(0).optional(),
    /** km */
    odometer: z.int().min(0).optional(),
    endedAt: at,
  }),

  // Stream bin-{userId}, beside the report that it is about
  /** What became of a stop, as the driver says; the last word counts. */
  StopServed: z.object({
    /** The report. */
    stopId: z.string(),
    userId,
    zone,
    scheduleId: z.string(),
    vehicleId: z.string(),
    outcome: z.enum(STOP_OUTCOMES),
    exception: z.enum(STOP_EXCEPTIONS).optional(),
    /** Content hash of the photo. */
    picture: z.string().optional(),
    /** {lat, lon, acc, tst?} of the phone, under the driver's key; absent without a usable position. */
    sealedFix: sealed.optional(),
    /** {note}, under the resident's key. */
    sealedNote: sealed.optional(),
    /** Distance of the phone from the place of the bin, if both are known. */
    metres: z.int().min(0).optional(),
    servedBy: userId,
    /** Time by the phone's clock. */
    servedAt: at,
    recordedAt: at,
  }),
}
