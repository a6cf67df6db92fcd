/** The colour of a tank changes exactly at its limit, independent of rounding. */
import { expect, it } from 'vitest'
import { fuelPercent, fuelTone } from './meter.tsx'

it.each([
  [500, 100, 'done'],
  [250.2, 50, 'done'],
  [250, 50, 'progress'],
  [249.8, 50, 'progress'],
  [125.2, 25, 'progress'],
  [125, 25, 'critical'],
  [124.8, 25, 'critical'],
  [0, 0, 'critical'],
])('%d of 500 litres are %d %%, and %s', (current_fuel_level, percent, tone) => {
  const tank = { current_fuel_level, tank_capacity_liters: 500 }
  expect(fuelPercent(tank)).toBe(percent)
  expect(fuelTone(tank)).toBe(tone)
})
