/** API endpoints of the fleet, vehicle order, form drafts, and refuelling texts. */

import { t } from '@lingui/core/macro'
import type { AnswerOf, BodyInputOf } from '#contract/endpoints.ts'
import type { Vehicle } from '#contract/views.ts'
import { isTruckAvailable, isTruckUnoccupied } from '#domain/trucks.ts'
import { api, type RequestFailure } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { formatHundredths, parseNumber, withUnit } from '#web/lib/format/numbers.ts'
import { withCurrency } from '#web/lib/format/times.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    archivedVehicles: build.query({
      query: () => defineQuery('vehicles').query({ archived: '1' }),
      transformResponse: ({ vehicles }: AnswerOf<'vehicles'>) => vehicles,
    }),
    registerVehicle: build.mutation(defineCommand('registerVehicle')),
    changeVehicle: build.mutation(defineCommand('changeVehicle')),
    deleteVehicle: build.mutation(defineCommand('deleteVehicle')),
    archiveVehicle: build.mutation(defineCommand('archiveVehicle')),
    setMaintenance: build.mutation(defineCommand('setMaintenance')),
    refuel: build.mutation(defineCommand('refuel')),
    drivers: build.query({
      ...defineQuery('drivers'),
      transformResponse: ({ drivers }: AnswerOf<'drivers'>) => drivers,
    }),
    assignDriver: build.mutation(defineCommand('assignDriver')),
    releaseDriver: build.mutation(defineCommand('releaseDriver')),
    signOutDriver: build.mutation(defineCommand('signOutDriver')),
  }),
})

export const {
  useArchivedVehiclesQuery,
  useRegisterVehicleMutation,
  useChangeVehicleMutation,
  useDeleteVehicleMutation,
  useArchiveVehicleMutation,
  useSetMaintenanceMutation,
  useRefuelMutation,
  useDriversQuery,
  useAssignDriverMutation,
  useReleaseDriverMutation,
  useSignOutDriverMutation,
} = calls

/** Returns a vehicle's sort rank: available, needs fuel, on duty, workshop. */
function availabilityRank(vehicle: Vehicle): number {
  if (isTruckAvailable(vehicle)) return 0
  if (isTruckUnoccupied(vehicle)) return 1
  return vehicle.status === 'maintenance' ? 3 : 2
}

/**
 * Sorts vehicles by rank.
 * Vehicles of equal rank keep their order.
 */
export const sortByAvailability = (fleet: readonly Vehicle[]): readonly Vehicle[] =>
  fleet.toSorted((a, b) => availabilityRank(a) - availabilityRank(b))

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

/**
 * Returns a vehicle's form draft.
 * `year` is the default for new vehicles.
 */
export function vehicleDraftOf(vehicle: Vehicle | null, year: number): VehicleDraft {
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

/**
 * Converts the vehicle form's input to a request body.
 * Empty fields are sent too; the request schema reports them as errors.
 */
export function toVehicleBody(draft: VehicleDraft): BodyInputOf<'registerVehicle'> {
  return {
    ...draft,
    // Sends no id instead of an empty id, because a missing id has its own error message.
    id: draft.id.trim() || undefined,
    year: parseNumber(draft.year),
    fuel_efficiency_kmpl: parseNumber(draft.fuel_efficiency_kmpl),
    tank_capacity_liters: parseNumber(draft.tank_capacity_liters),
    current_fuel_level: parseNumber(draft.current_fuel_level),
    status: 'available',
  } as BodyInputOf<'registerVehicle'>
}

/**
 * Returns the server's error message.
 * Without one, a text for the failure's HTTP status.
 */
export function vehicleErrorTextOf(error: unknown, fallback: string): string {
  const { message, status } = (error ?? {}) as Partial<RequestFailure>
  if (message) return message
  if (status) return t`Server error: ${status}`
  if (status === 0) return t`No response from server. Check if backend is running.`
  return error instanceof Error ? error.message : fallback
}

export interface RefuelDraft {
  liters_added: string
  cost_per_liter: string
}

/**
 * Returns the request body for a refuelling draft.
 * The endpoint's schema reports missing fields.
 */
export function toRefuelBody(vehicleId: string, draft: RefuelDraft): BodyInputOf<'refuel'> {
  return {
    vehicle_id: vehicleId,
    liters_added: parseNumber(draft.liters_added),
    cost_per_liter: parseNumber(draft.cost_per_liter),
  } as BodyInputOf<'refuel'>
}

type Tank = Pick<Vehicle, 'current_fuel_level' | 'tank_capacity_liters'>

/** Returns the litres that fit into the tank, rounded down to tenths. */
export const freeLitresOf = (tank: Tank): number =>
  Math.max(0, Math.floor((tank.tank_capacity_liters - tank.current_fuel_level) * 10) / 10)

/**
 * Returns a preview such as 'The tank will be 85 % full.
 * Cost: GH₵ 420.00.'
 */
export function previewRefuel(tank: Tank, draft: RefuelDraft): string {
  const litres = parseNumber(draft.liters_added)
  const price = parseNumber(draft.cost_per_liter)
  if (!litres || litres <= 0) return t`Enter the liters to see the cost and the new fuel level.`
  const level = tank.current_fuel_level + litres
  if (level > tank.tank_capacity_liters) return t`The tank does not hold that much.`
  const share = withUnit(Math.round((level / tank.tank_capacity_liters) * 100), '%')
  if (price === undefined || Number.isNaN(price)) return t`The tank will be ${share} full.`
  return t`The tank will be ${share} full. Cost: ${{ cost: withCurrency(formatHundredths(litres * price)) }}.`
}
