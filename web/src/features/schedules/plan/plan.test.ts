import { expect, it } from 'vitest'
import type { Recommendation } from '#contract/views.ts'
import { commandOf } from './plan.ts'

const planned = (change: Partial<Recommendation['schedules'][number]>): Recommendation['schedules'][number] => ({
  zone: 'Ablekuma North',
  vehicleId: 'T001',
  siteId: 'WS001',
  vehicleInfo: 'Ford F-450',
  fuelLevel: 80,
  estimatedDistance: 25,
  estimatedFuel: 2.941,
  dumpTrips: 1,
  scheduledStart: '2026-01-05T14:15:00.000Z',
  estimatedCompletion: '2026-01-05T17:15:00.000Z',
  reportsCount: 102,
  of: 116,
  status: 'recommended',
  ...change,
})

it('schedules a zone as it is drawn: its trucks with what each of them does, to the site of the plan', () => {
  const trucks = [planned({}), planned({ vehicleId: 'T003', reportsCount: 14, estimatedFuel: 2 })]
  expect(commandOf({ zone: 'Ablekuma North', trucks })).toEqual({
    zone: 'Ablekuma North',
    accepted: {
      siteId: 'WS001',
      of: 116,
      trucks: [
        { vehicleId: 'T001', reports: 102, trips: 1, km: 25, litres: 2.941 },
        { vehicleId: 'T003', reports: 14, trips: 1, km: 25, litres: 2 },
      ],
    },
  })
})
