/** Fuel bar of a vehicle with the colours of the specification. */
import type { Vehicle } from '#contract/views.ts'
import { Meter } from './meter.tsx'

type Tank = Pick<Vehicle, 'current_fuel_level' | 'tank_capacity_liters'>

/**
 * Returns the tone: above 50 % green, above 25 % amber, otherwise red.
 * Compares litres before any rounding.
 */
export function fuelTone({ current_fuel_level: level, tank_capacity_liters: capacity }: Tank) {
  if (level * 2 > capacity) return 'done'
  return level * 4 > capacity ? 'progress' : 'critical'
}

/** Returns the fuel level in percent, rounded for display. */
export const fuelPercent = ({ current_fuel_level: level, tank_capacity_liters: capacity }: Tank) =>
  Math.round((level / capacity) * 100)

export function FuelMeter({ vehicle, tick }: { vehicle: Tank & Pick<Vehicle, 'id'>; tick?: number }) {
  return (
    <Meter
      label={`Fuel of ${vehicle.id}`}
      value={fuelPercent(vehicle)}
      max={100}
      tick={tick}
      tone={fuelTone(vehicle)}
    />
  )
}
