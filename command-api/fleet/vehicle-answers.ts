/** Formats trucks, trips and consumption for responses, from the truck's stream. */

import type { AnswerOf } from '#contract/endpoints.ts'
import type { EventData } from '#contract/events.ts'
import type { Vehicle as Answer, TripLog } from '#contract/views.ts'
import { fuelPercentageOf, isRefuelNeeded } from '#domain/planning.ts'
import { unsealDrivers } from '#platform/persons.ts'
import type { Sealer } from '#platform/sealing.ts'
import { fuelLitresOf, roundToMillilitres } from '../aggregates/trip.ts'
import { type Vehicle, vehicleStatusOf } from '../aggregates/vehicle.ts'
import type { RegisteredVehicle } from './vehicle-facts.ts'

export async function toVehicle(registered: RegisteredVehicle, state: Vehicle, sealer: Sealer): Promise<Answer> {
  const { vehicleId, fuelLevel, tankCapacity } = registered
  const [driver] = await unsealDrivers(sealer, [registered])
  return {
    id: vehicleId,
    type: registered.type,
    make: registered.make,
    model: registered.model,
    year: registered.year,
    registration_number: registered.registrationNumber,
    fuel_efficiency_kmpl: registered.fuelEfficiency,
    tank_capacity_liters: tankCapacity,
    current_fuel_level: fuelLevel,
    fuel_percentage: fuelPercentageOf(fuelLevel, tankCapacity),
    estimated_range_km: fuelConsumptionOf(registered, 0).estimated_range_current,
    needs_refuel: isRefuelNeeded(fuelLevel, tankCapacity),
    status: vehicleStatusOf(state),
    archived: state.archived || undefined,
    driver_name: driver?.name || undefined,
    driver_contact: driver?.contact,
  }
}

export const toFuelLog = (trip: EventData<'TripLogged'>): TripLog => ({
  id: trip.tripId,
  vehicle_id: trip.vehicleId,
  trip_type: trip.tripType,
  distance_km: trip.distance,
  fuel_consumed: trip.litres,
  fuel_cost: trip.fuelCost,
  trip_start: trip.tripStart,
  trip_end: trip.tripEnd,
  route_description: trip.description,
})

/**
 * Returns the consumption for a distance, and whether the tank suffices.
 * `fuel_needed` is the missing litres; the range is in km, to a tenth.
 */
export function fuelConsumptionOf(
  { fuelEfficiency, fuelLevel }: Pick<RegisteredVehicle, 'fuelEfficiency' | 'fuelLevel'>,
  distance: number,
): AnswerOf<'calculateConsumption'> {
  const planned = fuelLitresOf(distance, fuelEfficiency)
  const missing = Math.max(0, roundToMillilitres(planned - fuelLevel))
  return {
    planned_fuel_consumption: planned,
    sufficient_fuel: missing === 0,
    fuel_needed: missing,
    estimated_range_current: Math.round(fuelLevel * fuelEfficiency * 10) / 10,
  }
}
