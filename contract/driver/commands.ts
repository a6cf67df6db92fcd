/** Commands of drivers, and of dispatchers about them. */
import { z } from 'zod'
import { STOP_EXCEPTIONS, STOP_OUTCOMES } from '#domain/stop-outcomes.ts'
import { userId } from '../fields.ts'
import { line } from '../text.ts'
import { coordinates } from '../zones/commands.ts'

const vehicleId = z.string({ error: 'Choose a truck' }).trim().min(1, 'Choose a truck').max(20)

/** Assigns a driver to the truck in the path. */
export const AssignDriver = z.object({ driverId: userId.max(80) })

/** A driver takes a free truck by its id. */
export const TakeVehicle = z.object({ vehicleId })

/** Position of the phone; `acc` in metres, `tst` in epoch seconds. */
const fix = z.object({
  lat: coordinates.shape.lat,
  lon: coordinates.shape.lng,
  acc: z.number('Enter the accuracy in metres').min(0, 'At least 0'),
  tst: z.number().optional(),
})

/**
 * What became of a stop.
 * An exception without its code is refused by the command, with another status than a malformed body.
 */
export const ServeStop = z.object({
  outcome: z.enum(STOP_OUTCOMES, { error: 'Choose collected or exception' }),
  exception: z.enum(STOP_EXCEPTIONS, { error: 'There is no such exception' }).optional(),
  /** Hash of the uploaded photo. */
  picture: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'There is no such picture')
    .optional(),
  note: line(200)
    .transform((text) => text || undefined)
    .optional(),
  /** Time by the phone's clock, with its offset. */
  at: z.iso.datetime({ offset: true, error: 'Enter the time with its offset' }),
  /** An unusable position counts as none. */
  fix: fix.optional(),
})
