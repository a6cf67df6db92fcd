/** ChangeVehicle: the form is saved. What the truck is doing it goes on doing; of two who save at once the later stands. */
import { isDeepStrictEqual } from 'node:util'
import { type Decide, event } from '../kernel/decider.ts'
import type { Vehicle } from '../vehicle.ts'
import { factsOf, gone, overfull, type VehicleForm } from './vehicle-facts.ts'

export type ChangeVehicle = VehicleForm & {
  vehicleId: string
  /** {name, contact?}, sealed under the driver's key; the text that is there already when they are the same. */
  driver?: string
  changedBy: string
}

export const changeVehicle: Decide<ChangeVehicle, Vehicle> = (command, state, now) => {
  const { vehicleId, driver, changedBy } = command
  const refused = gone(vehicleId, state) ?? overfull(command)
  if (refused) return refused
  const facts = { vehicleId, ...factsOf(command), driver }
  const stands = { driver: undefined, ...state.registered }
  if (Object.entries(facts).every(([key, value]) => isDeepStrictEqual(stands[key as keyof typeof facts], value)))
    return []
  return [event('VehicleChanged', { ...facts, changedBy, changedAt: now.toISOString() })]
}
