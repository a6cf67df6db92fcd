/** Commands of drivers, and commands of dispatchers about drivers. */

import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { ODOMETER_LIMIT_KM, TANK_LIMIT_LITRES } from '#domain/plausible-limits.ts'
import { STOP_EXCEPTIONS, STOP_NOTE_LIMIT, STOP_OUTCOMES } from '#domain/stop-outcomes.ts'
import { userIdSchema } from '../fields.ts'
import { createLineSchema } from '../text.ts'
import { coordinatesSchema } from '../zones/commands.ts'

const vehicleId = z.string({ error: msg`Choose a truck`.message }).trim().min(1, msg`Choose a truck`.message).max(20)

const scheduleId = z.string({ error: msg`Choose a collection`.message }).min(1).max(80)

/** Assigns a driver to the truck in the path. */
export const AssignDriverBody = z.object({ driverId: userIdSchema.max(80) })

/** A driver takes a free truck by its id. */
export const TakeVehicleBody = z.object({ vehicleId })

/** Position of a phone; `acc` in metres, `tst` in epoch seconds. */
const fix = z.object({
  lat: coordinatesSchema.shape.lat,
  lon: coordinatesSchema.shape.lng,
  acc: z.number(msg`Enter the accuracy in metres`.message).min(0, 'At least 0'),
  tst: z.number().optional(),
})

/**
 * Records the outcome of a stop.
 * The schema accepts the outcome 'exception' without a reason.
 * The command refuses it, with another status than for a malformed body.
 */
export const ServeStopBody = z.object({
  outcome: z.enum(STOP_OUTCOMES, { error: msg`Choose ‘collected’ or a reason`.message }),
  exception: z.enum(STOP_EXCEPTIONS, { error: msg`There is no such reason`.message }).optional(),
  /** Hash of the uploaded photo. */
  picture: z
    .string()
    .regex(/^[0-9a-f]{64}$/, msg`There is no such picture`.message)
    .optional(),
  note: createLineSchema(STOP_NOTE_LIMIT)
    .transform((text) => text || undefined)
    .optional(),
  /** Time by the phone's clock, with its UTC offset. */
  at: z.iso.datetime({ offset: true, error: msg`Enter the time with its UTC offset`.message }),
  /**
   * Position of the phone.
   * The server drops inaccurate ones and 0,0.
   */
  fix: fix.optional(),
})

/** Maximum number of stop outcomes that a phone sends in one request. */
export const MAX_OUTCOMES_PER_REQUEST = 50

/**
 * Outcomes of stops that the phone recorded, in order.
 * Each outcome is a command of its own.
 */
export const RecordStopOutcomesBody = z.object({
  /** Present time by the phone's clock, which may be wrong. */
  sentAt: z.iso.datetime({ offset: true, error: msg`Enter the time with its UTC offset`.message }),
  outcomes: z
    .array(
      z.object({
        /** Idempotency key of the outcome. */
        key: z.string().min(1).max(80),
        stopId: z.string().min(1).max(80),
        said: ServeStopBody,
      }),
    )
    .min(1)
    .max(MAX_OUTCOMES_PER_REQUEST),
})

/** Starts a planned collection of the driver's truck. */
export const StartPlannedCollectionBody = z.object({ scheduleId })

/**
 * Ends a full or finished collection.
 * The truck leaves with the collected bins.
 */
export const DeliverLoadBody = z.object({
  /**
   * Id of the collection to end.
   * It is required because the truck may meanwhile be on another collection.
   */
  scheduleId: scheduleId.optional(),
  /** Another site than the planned one, if the driver chose one. */
  siteId: z.string().min(1).max(40).optional(),
})

/** Records that the load has arrived at its site. */
export const UnloadTruckBody = z.object({
  /**
   * Id of the collection whose load has arrived.
   * By default the one of the truck's last load.
   */
  scheduleId: scheduleId.optional(),
})

/** Readings of fuel level and odometer that a driver enters at the end of a shift. */
export const EndShiftBody = z.object({
  /** Litres in the tank. */
  fuelLevel: z
    .number(msg`Enter the litres`.message)
    .min(0, 'At least 0')
    .max(TANK_LIMIT_LITRES, 'At most 500 litres')
    .optional(),
  /** Odometer reading in km. */
  odometer: z
    .int(msg`Enter whole kilometres`.message)
    .min(0, 'At least 0')
    .max(ODOMETER_LIMIT_KM, 'At most 5,000,000 km')
    .optional(),
})
