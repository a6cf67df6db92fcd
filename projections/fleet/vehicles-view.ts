/** Vehicles: one row per truck, with what is derived from its fuel. */
import type { Vehicle } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export type VehicleRow = Row & Vehicle

/** A truck below this part of its tank needs refuelling (decisions, section 3). */
const REFUEL_BELOW_PERCENT = 25

export const vehiclesView = defineView<VehicleRow>({
  name: 'vehicles',
  on: {
    VehicleRegistered: {
      id: (data) => data.vehicleId,
      row: (_, data) => {
        const fuelPercentage = Math.round((data.fuelLevel / data.tankCapacity) * 1000) / 10
        return {
          id: data.vehicleId,
          type: data.type,
          make: data.make,
          model: data.model,
          year: data.year,
          registration_number: data.registrationNumber,
          fuel_efficiency_kmpl: data.fuelEfficiency,
          tank_capacity_liters: data.tankCapacity,
          current_fuel_level: data.fuelLevel,
          fuel_percentage: fuelPercentage,
          estimated_range_km: Math.round(data.fuelLevel * data.fuelEfficiency * 10) / 10,
          needs_refuel: fuelPercentage < REFUEL_BELOW_PERCENT,
          status: 'available',
        }
      },
    },
  },
})

export const toVehicle = ({ position: _, ...vehicle }: VehicleRow): Vehicle => vehicle
