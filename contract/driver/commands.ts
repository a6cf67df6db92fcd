/** Commands of drivers, and of dispatchers about them. */
import { z } from 'zod'
import { userId } from '../fields.ts'

const vehicleId = z.string({ error: 'Choose a truck' }).trim().min(1, 'Choose a truck').max(20)

/** Assigns a driver to the truck in the path. */
export const AssignDriver = z.object({ driverId: userId.max(80) })

/** A driver takes a free truck by its id. */
export const TakeVehicle = z.object({ vehicleId })
