/** Tests trucks, unloading sites and schedule ids of collections. */

import { describe, expect, it } from 'vitest'
import { VEHICLE_TYPES } from './city.ts'
import {
  isRefuelNeeded,
  scheduleIdOf,
  truckCapacityM3Of,
  truckPlanOf,
  trucksForReports,
  vehicleIdOfSchedule,
} from './planning.ts'
import { distanceKmOf, nearestSiteOf } from './zones.ts'

it('holds 25 m³ in a compressed truck, 12 in a rear loader, 8 in any other', () => {
  const capacities = VEHICLE_TYPES.map((type) => [type, truckCapacityM3Of(type)])
  expect(Object.fromEntries(capacities)).toEqual({
    compressed_truck: 25,
    rear_loader: 12,
    side_loader: 8,
    front_loader: 8,
    roll_off: 8,
  })
})

describe('trucks that hold the reports', () => {
  const fleet = (['side_loader', 'rear_loader', 'compressed_truck'] as const).map((type) => ({ type }))
  const chosen = (reports: number, most?: number) => trucksForReports(fleet, reports, most).length
  it('are as many as needed: 33 of 0.24 m³ fit 8 m³, 34 do not', () => expect([chosen(33), chosen(34)]).toEqual([1, 2]))
  it('are no more where the last one fits exactly', () => {
    const rear = { type: 'rear_loader' } as const
    expect(trucksForReports([rear, rear], 50)).toHaveLength(1)
    expect(trucksForReports([rear, rear], 51)).toHaveLength(2)
  })
  it('are two at most', () => expect(chosen(1_000)).toBe(2))
  it('are as many as are allowed', () => expect([chosen(1_000, 3), chosen(1_000, 1), chosen(1, 0)]).toEqual([3, 1, 0]))
  it('are one even where nothing was reported', () => expect(chosen(0)).toBe(1))
})

describe('what a schedule’s truck is sent to do', () => {
  const figures = { reportsCount: 116, estimatedDistance: 12.5, estimatedFuelConsumption: 1.25 }
  it('is its plan', () => {
    const plan = { reports: 104, trips: 2, km: 50, litres: 5 }
    expect(truckPlanOf({ ...figures, plan })).toEqual(plan)
  })
  it('is the logged one if it has none', () =>
    expect(truckPlanOf(figures)).toEqual({ reports: 116, trips: 1, km: 12.5, litres: 1.25 }))
})

it('refuels below a quarter of the tank', () => {
  expect(isRefuelNeeded(20, 80)).toBe(false)
  expect(isRefuelNeeded(19.9, 80)).toBe(true)
  // 12.48 of 50 litres is rounded to 25 % on the screen, but is less than a quarter.
  expect(isRefuelNeeded(12.48, 50)).toBe(true)
  expect(isRefuelNeeded(15.1, 60.4)).toBe(false)
})

it('unloads at the nearest site; another than the first two is 15 km away', () => {
  expect(nearestSiteOf('Ablekuma North', ['WS002', 'WS001', 'WS003'])).toBe('WS001')
  expect(nearestSiteOf('Ayawaso West', ['WS001', 'WS003'])).toBe('WS003')
  expect(nearestSiteOf('Ayawaso West', [])).toBeUndefined()
})

it('goes by the configured distances where they are given', () => {
  const distances = { 'Ablekuma North': { WS001: 30, WS003: 29 }, 'Ayawaso West': {} }
  expect(nearestSiteOf('Ablekuma North', ['WS001', 'WS003'], distances)).toBe('WS003')
  expect(distanceKmOf('Ablekuma North', 'WS001', distances)).toBe(30)
  expect(distanceKmOf('Ayawaso West', 'WS002', distances)).toBe(15)
})

describe('the name of a schedule', () => {
  it.each([
    ['SCH-AN12-T001', scheduleIdOf('AN', 12, 1, 'T001')],
    ['SCH-AW0.2-north-1', scheduleIdOf('AW', 0, 2, 'north-1')],
  ])('is %s', (name, made) => expect(made).toBe(name))
  it('leads back to its truck', () =>
    expect(['SCH-AN12-T001', 'SCH-AW0.2-north-1'].map(vehicleIdOfSchedule)).toEqual(['T001', 'north-1']))
  it.each(['', 'SCH-AN12-', 'SCH-T001', 'AN12-T001', 'SCH-AN12-T 1', 'SCH-AN12-T1\n'])('is not %j', (text) =>
    expect(vehicleIdOfSchedule(text)).toBeUndefined(),
  )
})
