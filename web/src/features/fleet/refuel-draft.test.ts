/** Request and preview of a refuelling. */
import { expect, it } from 'vitest'
import { Refuel } from '#contract/commands.ts'
import { freeLitres, refuelBody, refuelPreview } from './refuel-draft.ts'

const tank = { current_fuel_level: 50, tank_capacity_liters: 100 }

it('tells how full the tank gets and what it costs', () => {
  expect(refuelPreview(tank, { liters_added: '30', cost_per_liter: '10.5' })).toBe(
    'The tank will be 80\u00a0% full. Cost: GH₵\u00a0315.00.',
  )
  expect(refuelPreview(tank, { liters_added: '30', cost_per_liter: '' })).toBe('The tank will be 80\u00a0% full.')
  expect(refuelPreview(tank, { liters_added: '51', cost_per_liter: '10' })).toBe('The tank does not hold that much.')
})

it('leaves it to the rules to miss what is empty', () => {
  const issues = Refuel.safeParse(refuelBody('T001', { liters_added: '', cost_per_liter: '' })).error?.issues
  expect(issues?.map(({ message }) => message)).toEqual(['Enter the litres', 'Enter the price'])
})

it.each([
  [50, 50],
  [99.95, 0],
  [100, 0],
  [100.1, 0],
])('of 100 litres %d leave room for %d', (current_fuel_level, room) =>
  expect(freeLitres({ ...tank, current_fuel_level })).toBe(room),
)
