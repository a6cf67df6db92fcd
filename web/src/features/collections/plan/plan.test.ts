/** The recommended plan in words and as commands. */
import { expect, it } from 'vitest'
import type { Recommendation } from '#contract/views.ts'
import { commandOf, effort } from './plan.ts'

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

it('schedules a zone with all its trucks, to the site of the plan', () => {
  const trucks = [planned({}), planned({ vehicleId: 'T003' })]
  expect(commandOf({ zone: 'Ablekuma North', trucks })).toEqual({
    zone: 'Ablekuma North',
    vehicleIds: ['T001', 'T003'],
    siteId: 'WS001',
  })
})

it('names the effort', () => {
  expect(effort(planned({}))).toBe('25 km · 2.9 L')
  expect(effort(planned({ dumpTrips: 3 }))).toBe('25 km · 2.9 L · 3 trips')
})
