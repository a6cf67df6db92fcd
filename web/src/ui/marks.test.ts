/** Tests that the colours of badges match the specification. */
import { expect, it } from 'vitest'
import { REPORT_STATUSES } from '#domain/city.ts'
import { fuelPercentOf, fuelToneOf, getDeliveryBadges, getReportBadges } from './marks.tsx'

it('are blue for a new report, yellow in progress, green completed, and grey for the others', () => {
  const tones = REPORT_STATUSES.map((status) => [status, getReportBadges()[status].tone])
  expect(tones).toEqual([
    ['new', 'new'],
    ['in-progress', 'progress'],
    ['completed', 'done'],
    ['collected', 'plain'],
  ])
})

it('are green for a delivery that is completed or arrived, yellow in transit, and blue otherwise', () => {
  const tones = Object.entries(getDeliveryBadges()).map(([status, { tone }]) => [status, tone])
  expect(tones).toEqual([
    ['pending', 'new'],
    ['in-transit', 'progress'],
    ['arrived', 'done'],
    ['completed', 'done'],
  ])
})

/**
 * Tests that a fuel level's colour changes exactly at its limit.
 * The exact level decides, not the rounded one.
 */
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
  expect(fuelPercentOf(tank)).toBe(percent)
  expect(fuelToneOf(tank)).toBe(tone)
})
