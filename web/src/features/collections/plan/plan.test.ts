/** The recommended plan in words and as commands. */
import { expect, it } from 'vitest'
import type { Recommendation } from '#contract/views.ts'
import { allocationText, commandOf, effort, plansOf } from './plan.ts'

const planned = (change: Partial<Recommendation['schedules'][number]>): Recommendation['schedules'][number] => ({
  zone: 'Ablekuma North',
  vehicleId: 'T001',
  siteId: 'WS001',
  vehicleInfo: 'Ford F-450',
  fuelLevel: 80,
  estimatedDistance: 25,
  estimatedFuel: 2.94,
  dumpTrips: 1,
  scheduledStart: '2026-01-05T14:15:00.000Z',
  estimatedCompletion: '2026-01-05T17:15:00.000Z',
  reportsCount: 116,
  status: 'recommended',
  ...change,
})

it('groups trucks by zone and name, without those that were taken meanwhile', () => {
  const schedules = [planned({ zone: 'Ayawaso West', vehicleId: 'T002' }), planned({}), planned({ vehicleId: 'T003' })]
  const plans = plansOf({ schedules }, new Set(['T001', 'T002']))
  expect(plans.map(({ zone, trucks }) => [zone, trucks.map(({ vehicleId }) => vehicleId)])).toEqual([
    ['Ablekuma North', ['T001']],
    ['Ayawaso West', ['T002']],
  ])
  expect(plansOf({ schedules }, new Set())).toEqual([])
})

it('schedules a zone with all its trucks, to the site of the plan', () => {
  const trucks = [planned({}), planned({ vehicleId: 'T003' })]
  expect(commandOf({ zone: 'Ablekuma North', trucks })).toEqual({
    zone: 'Ablekuma North',
    vehicleIds: ['T001', 'T003'],
    siteId: 'WS001',
  })
})

it('names the effort and the allocation', () => {
  expect(effort(planned({}))).toBe('25 km · 2.9 L')
  expect(effort(planned({ dumpTrips: 3 }))).toBe('25 km · 2.9 L · 3 trips')
  const allotted = [planned({}), planned({ vehicleId: 'T003' }), planned({ zone: 'Ayawaso West', vehicleId: 'T002' })]
  expect(allocationText({ schedules: allotted })).toBe('2 trucks to Ablekuma North, 1 truck to Ayawaso West')
  expect(allocationText({ schedules: [] })).toBeNull()
})
