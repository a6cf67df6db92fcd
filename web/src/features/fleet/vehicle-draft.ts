/** Draft of the vehicle form, as strings, and its request. */
import type { RequestOf } from '#contract/endpoints.ts'
import type { Vehicle } from '#contract/views.ts'
import type { Failure } from '#web/lib/api/api.ts'
import { numberIn } from '#web/lib/format/numbers.ts'

export const EMPTY_VEHICLE = {
  id: '',
  registration_number: '',
  type: 'compressed_truck',
  make: '',
  model: '',
  year: '',
  fuel_efficiency_kmpl: '',
  tank_capacity_liters: '',
  current_fuel_level: '',
  driver_name: '',
  driver_contact: '',
}
export type VehicleDraft = typeof EMPTY_VEHICLE

/** Returns a draft; `year` is the default for a new vehicle. */
export function draftOf(vehicle: Vehicle | null, year: number): VehicleDraft {
  if (!vehicle) return { ...EMPTY_VEHICLE, year: String(year) }
  return {
    id: vehicle.id,
    registration_number: vehicle.registration_number,
    type: vehicle.type,
    make: vehicle.make,
    model: vehicle.model,
    year: String(vehicle.year),
    fuel_efficiency_kmpl: String(vehicle.fuel_efficiency_kmpl),
    tank_capacity_liters: String(vehicle.tank_capacity_liters),
    current_fuel_level: String(vehicle.current_fuel_level),
    driver_name: vehicle.driver_name ?? '',
    driver_contact: vehicle.driver_contact ?? '',
  }
}

/** Returns the request; the schema reports missing fields. */
export function vehicleBody(draft: VehicleDraft): RequestOf<'registerVehicle'> {
  return {
    ...draft,
    // An empty id counts as missing, which has its own message.
    id: draft.id.trim() || undefined,
    year: numberIn(draft.year),
    fuel_efficiency_kmpl: numberIn(draft.fuel_efficiency_kmpl),
    tank_capacity_liters: numberIn(draft.tank_capacity_liters),
    current_fuel_level: numberIn(draft.current_fuel_level),
    status: 'available',
  } as RequestOf<'registerVehicle'>
}

/** Returns why a change failed: the server's text, else a text for its status. */
export function vehicleFailure(error: unknown, fallback: string): string {
  const { message, status } = (error ?? {}) as Partial<Failure>
  if (message) return message
  if (status) return `Server error: ${status}`
  if (status === 0) return 'No response from server. Check if backend is running.'
  return error instanceof Error ? error.message : fallback
}
