/** RegisterVehicle: a truck joins the fleet; its id is taken once. */

import type { z } from 'zod'
import type { RegisterVehicle as Shape } from '#contract/commands.ts'
import { reject } from '#contract/problems.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { Vehicle } from '../vehicle.ts'

export type RegisterVehicle = z.infer<typeof Shape> & { registeredBy: string }

export const registerVehicle: Decide<RegisterVehicle, Vehicle> = (command, state, now) => {
  if (state.registered) return reject('conflict', 'Vehicle ID already exists')
  if (command.current_fuel_level > command.tank_capacity_liters)
    return reject('bad-request', 'The tank does not hold that much.', {
      current_fuel_level: 'More than the tank holds',
    })
  return [
    event('VehicleRegistered', {
      vehicleId: command.id,
      type: command.type,
      make: command.make,
      model: command.model,
      year: command.year,
      registrationNumber: command.registration_number,
      fuelEfficiency: command.fuel_efficiency_kmpl,
      tankCapacity: command.tank_capacity_liters,
      fuelLevel: command.current_fuel_level,
      registeredBy: command.registeredBy,
      registeredAt: now.toISOString(),
    }),
  ]
}
