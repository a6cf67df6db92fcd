/** Planning: which trucks a zone's reports need, where they unload, and names of schedules that lead back to the truck. */
import { describe, expect, it } from 'vitest'
import { distanceTo, nearestSite, needsRefuel, recommendedTrucks, scheduleIdOf, vehicleOf } from './planning.ts'
import type { Vehicle } from './views.ts'

const truck = (id: string, kmpl: number, more: Partial<Vehicle> = {}): Vehicle => ({
  id,
  type: 'side_loader',
  make: 'Ford',
  model: 'Transit',
  year: 2022,
  registration_number: id,
  fuel_efficiency_kmpl: kmpl,
  tank_capacity_liters: 80,
  current_fuel_level: 40,
  fuel_percentage: 50,
  estimated_range_km: 400,
  needs_refuel: false,
  status: 'available',
  ...more,
})
const chosen = (fleet: Vehicle[], reports: number) => recommendedTrucks(fleet, reports).map(({ id }) => id)

describe('the recommended trucks', () => {
  const fleet = [
    truck('T1', 8.5, { type: 'compressed_truck' }),
    truck('T2', 9.2, { type: 'rear_loader' }),
    truck('T3', 12.5),
  ]
  it('are the most economical ones', () => expect(chosen(fleet, 10)).toEqual(['T3']))
  it('are as many as hold the reports: 33 of 0.24 m³ fit 8 m³, 34 do not', () => {
    expect(chosen(fleet, 33)).toEqual(['T3'])
    expect(chosen(fleet, 34)).toEqual(['T3', 'T2'])
  })
  it('are two at most', () => expect(chosen(fleet, 1_000)).toEqual(['T3', 'T2']))
  it('are one even where nothing was reported', () => expect(chosen(fleet, 0)).toEqual(['T3']))
  it('are free, fuelled and in service', () =>
    expect(
      chosen(
        [
          truck('T1', 9, { status: 'scheduled' }),
          truck('T2', 9, { needs_refuel: true }),
          truck('T3', 9, { archived: true }),
          truck('T5', 1),
          truck('T4', 1),
        ],
        0,
      ),
    ).toEqual(['T4']))
})

it('refuels below a quarter of the tank', () => {
  expect(needsRefuel(20, 80)).toBe(false)
  expect(needsRefuel(19.9, 80)).toBe(true)
  // Shown as 25 %, and below it all the same.
  expect(needsRefuel(12.48, 50)).toBe(true)
  expect(needsRefuel(15.1, 60.4)).toBe(false)
})

it('unloads at the nearest site; another than the first two is 15 km away', () => {
  expect(nearestSite('Ablekuma North', ['WS002', 'WS001', 'WS003'])).toBe('WS001')
  expect(nearestSite('Ayawaso West', ['WS001', 'WS003'])).toBe('WS003')
  expect(nearestSite('Ayawaso West', [])).toBeUndefined()
})

it('goes by the configured distances where they are given', () => {
  const distances = { 'Ablekuma North': { WS001: 30, WS003: 29 }, 'Ayawaso West': {} }
  expect(nearestSite('Ablekuma North', ['WS001', 'WS003'], distances)).toBe('WS003')
  expect(distanceTo('Ablekuma North', 'WS001', distances)).toBe(30)
  expect(distanceTo('Ayawaso West', 'WS002', distances)).toBe(15)
})

describe('the name of a schedule', () => {
  it.each([
    ['SCH-AN12-T001', scheduleIdOf('Ablekuma North', 12, 1, 'T001')],
    ['SCH-AW0.2-north-1', scheduleIdOf('Ayawaso West', 0, 2, 'north-1')],
  ])('is %s', (name, made) => expect(made).toBe(name))
  it('leads back to its truck', () =>
    expect(['SCH-AN12-T001', 'SCH-AW0.2-north-1'].map(vehicleOf)).toEqual(['T001', 'north-1']))
  it.each(['', 'SCH-AN12-', 'SCH-T001', 'AN12-T001', 'SCH-AN12-T 1', 'SCH-AN12-T1\n'])('is not %j', (text) =>
    expect(vehicleOf(text)).toBeUndefined(),
  )
})
