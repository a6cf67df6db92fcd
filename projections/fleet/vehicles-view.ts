/** Vehicles: one row per truck, with what is derived from its fuel. */
import type { VehicleStatus } from '#contract/city.ts'
import { fuelPercentage, needsRefuel } from '#contract/planning.ts'
import type { Vehicle } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export type VehicleRow = Row & Vehicle

/** Its collection moves a truck's status; what it is doing otherwise it goes on doing. */
const onCollection = (status: VehicleStatus) => ({
  id: (data: { vehicleId: string }) => data.vehicleId,
  row: (row: Readonly<VehicleRow> | undefined) => row && { ...row, status },
})

export const vehiclesView = defineView<VehicleRow>({
  name: 'vehicles',
  on: {
    VehicleRegistered: {
      id: (data) => data.vehicleId,
      row: (_, data) => ({
        id: data.vehicleId,
        type: data.type,
        make: data.make,
        model: data.model,
        year: data.year,
        registration_number: data.registrationNumber,
        fuel_efficiency_kmpl: data.fuelEfficiency,
        tank_capacity_liters: data.tankCapacity,
        current_fuel_level: data.fuelLevel,
        fuel_percentage: fuelPercentage(data.fuelLevel, data.tankCapacity),
        estimated_range_km: Math.round(data.fuelLevel * data.fuelEfficiency * 10) / 10,
        needs_refuel: needsRefuel(data.fuelLevel, data.tankCapacity),
        status: 'available',
      }),
    },
    CollectionScheduled: onCollection('scheduled'),
    CollectionStarted: onCollection('on-route'),
    CollectionCompleted: onCollection('available'),
    CollectionCancelled: onCollection('available'),
  },
})

export const toVehicle = ({ position: _, ...vehicle }: VehicleRow): Vehicle => vehicle
