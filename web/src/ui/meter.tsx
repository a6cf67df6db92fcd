/** A bar of an amount; its text is beside it. */

import type { Vehicle } from '#contract/views.ts'
import classes from './marks.module.css'

interface MeterProps {
  label: string
  value: number
  max: number
  /** Value with a tick mark. */
  tick?: number | undefined
  tone: 'new' | 'done' | 'progress' | 'critical'
}

export function Meter({ label, value, max, tick, tone }: MeterProps) {
  const shareOf = (amount: number) => (max > 0 ? Math.min(1, Math.max(0, amount / max)) : 0)
  return (
    <div
      className={classes.meter}
      data-tone={tone}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
    >
      <div className={classes.fill} style={{ transform: `scaleX(${shareOf(value)})` }} />
      {tick !== undefined && tick < max && <div className={classes.tick} style={{ left: `${shareOf(tick) * 100}%` }} />}
    </div>
  )
}

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
