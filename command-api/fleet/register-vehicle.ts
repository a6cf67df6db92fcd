/** RegisterVehicle: adds a truck, whose id stays reserved after deletion. */

import type { z } from 'zod'
import type { RegisterVehicleBody as Shape } from '#contract/commands.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Vehicle } from '../aggregates/vehicle.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { refuseOverfullTank, vehicleFactsOf } from './vehicle-facts.ts'

type RegisterVehicle = z.output<typeof Shape> & {
  /** JSON of {name, contact?}, encrypted with the driver's key. */
  driver?: string
  registeredBy: string
}

export const registerVehicle: Decider<RegisterVehicle, Vehicle, 'vehicle'> = (command, state, now) => {
  const { id: vehicleId, driver, registeredBy } = command
  if (state.registered) return reject('conflict', msg`Vehicle ID already exists`)
  if (state.removed)
    return reject('conflict', msg`Vehicle ID ${{ vehicleId }} belonged to a deleted vehicle. Choose another one.`)
  const registered = { vehicleId, ...vehicleFactsOf(command), driver, registeredBy, registeredAt: now.toISOString() }
  return refuseOverfullTank(command) ?? [createEvent('VehicleRegistered', registered)]
}
