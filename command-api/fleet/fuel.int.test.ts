/** Tests of fuel over HTTP on a real log: configured price, repeated commands and unknown trucks. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EndpointName } from '#contract/endpoints.ts'
import { CONFIGURATION_ID, tableNameOf } from '#contract/tables.ts'
import { NOW_ISO } from './fixtures.ts'
import { openFleetApi, refuelBody } from './fixtures-door.ts'

let city: Awaited<ReturnType<typeof openFleetApi>>
beforeEach(async () => {
  city = await openFleetApi()
})
afterEach(() => city.close())

const trip = (distance_km: number) => ({
  vehicle_id: 'T009',
  trip_type: 'delivery',
  distance_km,
  trip_start: NOW_ISO,
  trip_end: NOW_ISO,
})

describe('fuel', () => {
  it('is burnt at the configured price', async () => {
    await city.register()
    expect(await city.call('logTrip', { body: trip(100) })).toMatchObject({
      fuelLog: { fuel_consumed: 10, fuel_cost: 100 },
    })
    const row = { id: CONFIGURATION_ID, position: 1, fuel_prices: { diesel: 14.5, petrol: 17 } }
    await city.kernel.reads.replace(tableNameOf('configuration'), [row])
    expect(await city.call('logTrip', { body: trip(100) })).toMatchObject({
      fuelLog: { id: 'TRIP-T009-2', fuel_consumed: 10, fuel_cost: 145 },
    })
    expect(await city.call('calculateConsumption', { body: { vehicle_id: 'T009', planned_distance_km: 301 } })).toEqual(
      {
        planned_fuel_consumption: 30.1,
        sufficient_fuel: false,
        fuel_needed: 0.1,
        estimated_range_current: 300,
      },
    )
  })

  it('gives a repeated command its first answer, and burns nothing twice', async () => {
    await city.register()
    const first = { body: trip(100), commandId: 'once' }
    const answer = await city.call('logTrip', first)
    await city.call('refuel', { body: refuelBody(5) })
    expect(await city.call('logTrip', first)).toEqual(answer)
    expect(await city.call('logTrip', { ...first, fingerprint: 'other' })).toMatch(/Idempotency-Key/)
    expect(await city.log()).toHaveLength(3)
    expect(await city.call('refuel', { body: refuelBody(5) })).toMatchObject({ new_fuel_level: 50 })
  })

  it.each<[EndpointName, object]>([
    ['refuel', refuelBody(1)],
    ['logTrip', trip(1)],
    ['calculateConsumption', { vehicle_id: 'T009', planned_distance_km: 1 }],
  ])('%s knows no other truck, and leaves an archived one alone', async (name, body) => {
    expect(await city.call(name, { body })).toBe('There is no vehicle T009.')
    await city.register()
    await city.call('archiveVehicle', { id: 'T009' })
    expect(await city.call(name, { body })).toBe('Vehicle T009 is archived.')
  })
})
