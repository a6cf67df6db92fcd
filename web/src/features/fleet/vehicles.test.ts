/** Tests the order of vehicles: available trucks come first. */
import { expect, it } from 'vitest'
import { ChangeVehicleBody, RefuelBody, RegisterVehicleBody } from '#contract/commands.ts'
import type { Vehicle } from '#contract/views.ts'
import {
  freeLitresOf,
  previewRefuel,
  sortByAvailability,
  toRefuelBody,
  toVehicleBody,
  vehicleDraftOf,
  vehicleErrorTextOf,
} from './vehicles.ts'

const truck = (id: string, status: Vehicle['status'], needs_refuel = false) => ({ id, status, needs_refuel }) as Vehicle

it('shows free trucks first, then thirsty ones, those that are out, and the workshop', () => {
  const fleet = [
    truck('workshop', 'maintenance'),
    truck('out', 'on-route'),
    truck('thirsty', 'available', true),
    truck('free', 'available'),
    truck('planned', 'scheduled'),
    truck('free, too', 'available'),
  ]
  expect(sortByAvailability(fleet).map(({ id }) => id)).toEqual([
    'free',
    'free, too',
    'thirsty',
    'out',
    'planned',
    'workshop',
  ])
})

/** Tests the request that the vehicle form sends, and the form's error messages. */
const T001 = {
  id: 'T001',
  type: 'rear_loader',
  make: 'Ford',
  model: 'F-450',
  year: 2022,
  registration_number: 'GT-1-22',
  fuel_efficiency_kmpl: 8.5,
  tank_capacity_liters: 150,
  current_fuel_level: 120,
} as Vehicle

const messages = (draft: ReturnType<typeof vehicleDraftOf>) =>
  Object.fromEntries(
    RegisterVehicleBody.safeParse(toVehicleBody(draft)).error?.issues.map(({ path, message }) => [path[0], message]) ??
      [],
  )

it('a new one begins as a compressed truck of this year, and asks for what is missing', () => {
  const draft = vehicleDraftOf(null, 2026)
  expect(draft).toMatchObject({ id: '', type: 'compressed_truck', year: '2026' })
  expect(messages(draft)).toMatchObject({
    id: 'Vehicle ID is required',
    registration_number: 'Registration Number is required',
    make: 'Make is required',
    model: 'Model is required',
    fuel_efficiency_kmpl: 'Fuel Efficiency is required',
    tank_capacity_liters: 'Tank Capacity is required',
    current_fuel_level: 'Current Fuel Level is required',
  })
})

it('a vehicle goes through the form unchanged, and is sent as available', () => {
  const { id, ...fields } = toVehicleBody(vehicleDraftOf(T001, 2026))
  const { id: _, ...kept } = T001
  expect(ChangeVehicleBody.parse(fields)).toMatchObject({ ...kept, status: 'available' })
  expect(id).toBe('T001')
})

it('says the server’s words, else what is known of its answer', () => {
  const fallback = 'Failed to save vehicle information'
  expect(vehicleErrorTextOf({ status: 409, message: 'Vehicle ID already exists' }, fallback)).toBe(
    'Vehicle ID already exists',
  )
  expect(vehicleErrorTextOf({ status: 502, message: '' }, fallback)).toBe('Server error: 502')
  expect(vehicleErrorTextOf({ status: 0, message: '' }, fallback)).toBe(
    'No response from server. Check if backend is running.',
  )
  expect(vehicleErrorTextOf(new Error('It broke'), fallback)).toBe('It broke')
  expect(vehicleErrorTextOf(undefined, fallback)).toBe(fallback)
})

/** Tests the request that refuels a truck, and the preview of its tank and cost. */
const tank = { current_fuel_level: 50, tank_capacity_liters: 100 }

it('tells how full the tank gets and what it costs', () => {
  expect(previewRefuel(tank, { liters_added: '30', cost_per_liter: '10.5' })).toBe(
    'The tank will be 80\u00a0% full. Cost: GH₵\u00a0315.00.',
  )
  expect(previewRefuel(tank, { liters_added: '30', cost_per_liter: '' })).toBe('The tank will be 80\u00a0% full.')
  expect(previewRefuel(tank, { liters_added: '51', cost_per_liter: '10' })).toBe('The tank does not hold that much.')
})

it('leaves it to the rules to miss what is empty', () => {
  const issues = RefuelBody.safeParse(toRefuelBody('T001', { liters_added: '', cost_per_liter: '' })).error?.issues
  expect(issues?.map(({ message }) => message)).toEqual(['Enter the litres', 'Enter the price'])
})

it.each([
  [50, 50],
  [99.95, 0],
  [100, 0],
  [100.1, 0],
])('of 100 litres %d leave room for %d', (current_fuel_level, room) =>
  expect(freeLitresOf({ ...tank, current_fuel_level })).toBe(room),
)
