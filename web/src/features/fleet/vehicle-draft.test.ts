/** Request of the vehicle form, and its errors. */
import { expect, it } from 'vitest'
import { ChangeVehicle, RegisterVehicle } from '#contract/commands.ts'
import type { Vehicle } from '#contract/views.ts'
import { draftOf, vehicleBody, vehicleFailure } from './vehicle-draft.ts'

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

const messages = (draft: ReturnType<typeof draftOf>) =>
  Object.fromEntries(
    RegisterVehicle.safeParse(vehicleBody(draft)).error?.issues.map(({ path, message }) => [path[0], message]) ?? [],
  )

it('a new one begins as a compressed truck of this year, and asks for what is missing', () => {
  const draft = draftOf(null, 2026)
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
  const { id, ...fields } = vehicleBody(draftOf(T001, 2026))
  const { id: _, ...kept } = T001
  expect(ChangeVehicle.parse(fields)).toMatchObject({ ...kept, status: 'available' })
  expect(id).toBe('T001')
})

it('says the server’s words, else what is known of its answer', () => {
  const fallback = 'Failed to save vehicle information'
  expect(vehicleFailure({ status: 409, message: 'Vehicle ID already exists' }, fallback)).toBe(
    'Vehicle ID already exists',
  )
  expect(vehicleFailure({ status: 502, message: '' }, fallback)).toBe('Server error: 502')
  expect(vehicleFailure({ status: 0, message: '' }, fallback)).toBe(
    'No response from server. Check if backend is running.',
  )
  expect(vehicleFailure(new Error('It broke'), fallback)).toBe('It broke')
  expect(vehicleFailure(undefined, fallback)).toBe(fallback)
})
