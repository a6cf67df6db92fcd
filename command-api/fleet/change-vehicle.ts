/**
 * ChangeVehicle: saves the form of a truck; collections continue.
 * The later of two saves wins.
 */
import { lookUp } from '#domain/dictionary.ts'
import type { Vehicle } from '../aggregates/vehicle.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { refuseOverfullTank, refuseUnusableVehicle, type VehicleForm, vehicleFactsOf } from './vehicle-facts.ts'

type ChangeVehicle = VehicleForm & {
  vehicleId: string
  /**
   * JSON of {name, contact?}, encrypted with the driver's key.
   * If the driver is unchanged, the encrypted text is unchanged too.
   */
  driver?: string
  changedBy: string
}

export const changeVehicle: Decider<ChangeVehicle, Vehicle, 'vehicle'> = (command, state, now) => {
  const { vehicleId, driver, changedBy } = command
  const form = { ...command, current_fuel_level: levelOf(command, state) }
  const refused = refuseUnusableVehicle(vehicleId, state) ?? refuseOverfullTank(form)
  if (refused) return refused
  const facts = { vehicleId, ...vehicleFactsOf(form), driver }
  const stands = { driver: undefined, ...state.registered }
  if (Object.entries(facts).every(([key, value]) => lookUp(stands, key) === value)) return []
  return [createEvent('VehicleChanged', { ...facts, changedBy, changedAt: now.toISOString() })]
}

/**
 * Returns the vehicle's fuel level after a change by form.
 * If the user left the field unchanged, keeps the current level, which may be newer.
 */
const levelOf = ({ current_fuel_level, seen_fuel_level }: VehicleForm, { registered }: Vehicle) =>
  registered && current_fuel_level === seen_fuel_level ? registered.fuelLevel : current_fuel_level
