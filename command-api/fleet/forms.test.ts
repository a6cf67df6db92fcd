/** Tests of fleet form fields around their limits. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  CalculateConsumptionBody,
  ChangeVehicleBody,
  LogTripBody,
  RefuelBody,
  RegisterVehicleBody,
} from '#contract/commands.ts'
import { NOW_ISO, vehicleForm } from './fixtures.ts'

type Schema = {
  safeParse(body: unknown): { success: boolean; error?: { issues: { path: unknown[]; message: string }[] } }
}

function judged(schema: Schema, body: object): string {
  const { success, error } = schema.safeParse(body)
  const issue = error?.issues[0]
  return success ? 'fine' : `${issue?.path.join('.')}: ${issue?.message}`
}

const nextYear = 2027
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-01T12:00:00.000Z') }))
afterAll(() => void vi.useRealTimers())

describe.each<[string, Schema, object]>([
  ['RegisterVehicle', RegisterVehicleBody, { id: 'T009' }],
  ['ChangeVehicle', ChangeVehicleBody, {}],
])('%s', (_, schema, id) => {
  it.each<[object, string]>([
    [{}, 'fine'],
    [{ type: 'roll_off' }, 'fine'],
    [{ type: 'bicycle' }, 'type: Type is required'],
    [{ make: ' ' }, 'make: Make is required'],
    [{ make: 'x'.repeat(60) }, 'fine'],
    [{ make: 'x'.repeat(61) }, 'make: Use at most 60 characters'],
    [{ model: '' }, 'model: Model is required'],
    [{ model: 'a\u0007b' }, 'model: Use plain text only'],
    [{ year: 2000 }, 'fine'],
    [{ year: 1999 }, 'year: Year must be at least 2000'],
    [{ year: nextYear }, 'fine'],
    [{ year: nextYear + 1 }, 'year: Year can be next year at most'],
    [{ year: 2020.5 }, 'year: Year is required'],
    [{ registration_number: '' }, 'registration_number: Registration Number is required'],
    [{ registration_number: 'x'.repeat(21) }, 'registration_number: Use at most 20 characters'],
    [{ fuel_efficiency_kmpl: 1 }, 'fine'],
    [{ fuel_efficiency_kmpl: 0.9 }, 'fuel_efficiency_kmpl: Fuel Efficiency must be at least 1'],
    [{ fuel_efficiency_kmpl: 15 }, 'fine'],
    [{ fuel_efficiency_kmpl: 15.1 }, 'fuel_efficiency_kmpl: Fuel Efficiency must be at most 15'],
    [{ tank_capacity_liters: 50 }, 'fine'],
    [{ tank_capacity_liters: 49.9 }, 'tank_capacity_liters: Tank Capacity must be at least 50'],
    [{ tank_capacity_liters: 500 }, 'fine'],
    [{ tank_capacity_liters: 500.1 }, 'tank_capacity_liters: Tank Capacity must be at most 500'],
    [{ current_fuel_level: 0 }, 'fine'],
    [{ current_fuel_level: -0.1 }, 'current_fuel_level: Current Fuel Level must be at least 0'],
    [{ current_fuel_level: 100 }, 'fine'],
    [{ current_fuel_level: 100.1 }, 'current_fuel_level: The tank does not hold that much'],
    [{ current_fuel_level: 'full' }, 'current_fuel_level: Current Fuel Level is required'],
    [{ driver_name: '', driver_contact: '' }, 'fine'],
    [{ driver_name: 'Ɛsi Ɔkɔmfo', driver_contact: '+233 24 000 0000' }, 'fine'],
    [{ driver_name: 'x'.repeat(101) }, 'driver_name: Use at most 100 characters'],
    [{ status: 'available' }, 'fine'],
  ])('%j: %s', (more, said) => expect(judged(schema, { ...id, ...vehicleForm, ...more })).toBe(said))
})

it.each<[string | undefined, string]>([
  ['T', 'fine'],
  ['x'.repeat(20), 'fine'],
  ['x'.repeat(21), 'id: Use letters, digits and hyphens'],
  ['T 1', 'id: Use letters, digits and hyphens'],
  ['', 'id: Vehicle ID is required'],
  [undefined, 'id: Vehicle ID is required'],
])('a vehicle id %j: %s', (id, said) => expect(judged(RegisterVehicleBody, { ...vehicleForm, id })).toBe(said))

it.each<[object, string]>([
  [{}, 'fine'],
  [{ liters_added: 0 }, 'liters_added: Enter the litres'],
  [{ liters_added: 500 }, 'fine'],
  [{ liters_added: 500.1 }, 'liters_added: At most 500 litres'],
  [{ cost_per_liter: 0 }, 'fine'],
  [{ cost_per_liter: -0.01 }, 'cost_per_liter: At least 0'],
  [{ cost_per_liter: 1_000.01 }, 'cost_per_liter: At most 1,000'],
])('Refuel %j: %s', (more, said) =>
  expect(judged(RefuelBody, { vehicle_id: 'T009', liters_added: 1, cost_per_liter: 10, ...more })).toBe(said),
)

it.each<[object, string]>([
  [{}, 'fine'],
  [{ distance_km: 0 }, 'distance_km: Enter the distance'],
  [{ distance_km: 2_000 }, 'fine'],
  [{ distance_km: 2_000.1 }, 'distance_km: At most 2,000 km'],
  [{ trip_end: '2026-03-01T07:59:59.999Z' }, 'trip_end: The trip ends before it begins'],
  [{ trip_start: '2026-03-01T10:00:00+02:00' }, 'fine'],
  [{ fuel_cost: 0 }, 'fine'],
  [{ route_description: 'x'.repeat(200) }, 'fine'],
  [{ route_description: 'x'.repeat(201) }, 'route_description: Use at most 200 characters'],
])('LogTrip %j: %s', (more, said) => {
  const trip = { vehicle_id: 'T009', trip_type: 'delivery', distance_km: 1, trip_start: NOW_ISO, trip_end: NOW_ISO }
  expect(judged(LogTripBody, { ...trip, ...more })).toBe(said)
})

it.each([
  [0, 'fine'],
  [-0.1, 'planned_distance_km: At least 0'],
  [2_000.1, 'planned_distance_km: At most 2,000 km'],
])('CalculateConsumption of %s km: %s', (planned_distance_km, said) =>
  expect(judged(CalculateConsumptionBody, { vehicle_id: 'T009', planned_distance_km })).toBe(said),
)
