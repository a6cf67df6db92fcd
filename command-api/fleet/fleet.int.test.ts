/** Tests of the fleet's HTTP API: concurrent dispatchers, encrypted names of drivers, fuel. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EndpointName } from '#contract/endpoints.ts'
import { msg } from '#contract/languages/message.ts'
import { CONFIGURATION_ID, tableNameOf } from '#contract/tables.ts'
import { createSealer } from '#platform/sealing.ts'
import { fillTable } from '#tests/fixtures/fill-table.ts'
import { NOW_ISO } from './fixtures.ts'
import { driverFields, openFleetApi, refuelBody } from './fixtures-api.ts'

let city: Awaited<ReturnType<typeof openFleetApi>>
beforeEach(async () => {
  city = await openFleetApi()
})
afterEach(() => city.close())

it('a fleet has 3,000 trucks at most', async () => {
  const trucks = Array.from({ length: 3_000 }, (_, n) => ({ id: `T${n}`, position: 1 }))
  await fillTable(city.kernel.reads, 'vehicles', trucks.slice(1))
  expect(await city.register()).toMatchObject({ message: msg`Vehicle added successfully` })
  await fillTable(city.kernel.reads, 'vehicles', trucks)
  expect(await city.register('d1', { id: 'T010' })).toBe('There are 3,000 vehicles, which is the limit.')
})

describe('two dispatchers at once', () => {
  it('register one truck: the first succeeds, the others get a conflict', async () => {
    const answers = await Promise.all(['d1', 'd2', 'd3'].map((by) => city.register(by)))
    expect(answers.filter((answer) => answer === 'Vehicle ID already exists')).toHaveLength(2)
    expect(await city.log()).toHaveLength(1)
  })

  it('save the form: both are recorded, and the later one counts', async () => {
    await city.register()
    await Promise.all([city.change({ make: 'MAN' }, 'd1'), city.change({ make: 'DAF', current_fuel_level: 20 }, 'd2')])
    const saved = (await city.log()).filter(({ type }) => type === 'VehicleChanged')
    expect(saved.map(({ meta }) => meta.actor).sort()).toEqual(['d1', 'd2'])
    const last = saved.at(-1)?.data as { make: string }
    expect(await city.change({ ...driverFields, make: last.make, tank_capacity_liters: 90 })).toMatchObject({
      message: msg`Vehicle updated successfully`,
      vehicle: { make: last.make, tank_capacity_liters: 90, status: 'available' },
    })
  })

  it('fill the last of the tank: one of them finds no room', async () => {
    await city.register()
    const answers = await Promise.all(['d1', 'd2'].map((by) => city.call('refuel', { by, body: refuelBody(30) })))
    expect(answers).toContain('The tank has room for only 20\u00a0litres.')
    expect(answers).toContainEqual(expect.objectContaining({ new_fuel_level: 80, fuel_percentage: 80 }))
  })

  it('all find their place, however many there are', async () => {
    await city.register()
    const many = Array.from({ length: 50 }, (_, n) => city.call('refuel', { by: `d${n}`, body: refuelBody(0.25) }))
    expect(new Set((await Promise.all(many)).map((answer) => typeof answer))).toEqual(new Set(['object']))
    expect((await city.log()).filter(({ type }) => type === 'VehicleRefuelled')).toHaveLength(50)
  })

  it('delete and archive: the truck is one or the other', async () => {
    await city.register()
    await Promise.all([
      city.call('deleteVehicle', { id: 'T009' }),
      city.call('archiveVehicle', { id: 'T009', by: 'd2' }),
    ])
    expect((await city.log()).map(({ type }) => type)).toHaveLength(2)
  })
})

describe('a driver', () => {
  const sealedIn = async (index: number) => ((await city.log())[index]?.data as { driver?: string } | undefined)?.driver

  it('is returned to the caller, and sealed in the log', async () => {
    expect(await city.register()).toMatchObject({
      message: msg`Vehicle added successfully`,
      vehicle: { id: 'T009', ...driverFields },
    })
    expect(JSON.stringify(await city.log())).not.toMatch(/Esi Mensah|\+233 00 1/)
    const sealed = [{ personId: 'driver-T009', sealed: (await sealedIn(0)) ?? '' }]
    expect(await city.kernel.sealer.open(sealed)).toEqual([{ name: 'Esi Mensah', contact: '+233 00 1' }])
  })

  it('is sealed again only for another person', async () => {
    await city.register()
    expect(await city.change(driverFields)).toMatchObject({ vehicle: driverFields, position: 1 })
    await city.change({ ...driverFields, make: 'MAN' })
    expect(await sealedIn(1)).toBe(await sealedIn(0))
    expect(await city.change({ driver_name: 'Efua' })).toMatchObject({ vehicle: { driver_name: 'Efua' } })
    expect(await sealedIn(2)).not.toBe(await sealedIn(0))
    expect(await city.change({ driver_name: '' })).toMatchObject({ vehicle: { driver_name: undefined } })
    expect(await sealedIn(3)).toBeUndefined()
  })

  it('goes with the truck: nothing opens the name any more, not even asked again', async () => {
    await city.register()
    const sealed = [{ personId: 'driver-T009', sealed: (await sealedIn(0)) ?? '' }]
    expect(await city.call('deleteVehicle', { id: 'T009' })).toMatchObject({
      message: msg`Vehicle deleted successfully`,
    })
    expect(await city.kernel.sealer.open(sealed)).toEqual([undefined])
    expect(await createSealer(city.kernel.vault).open(sealed)).toEqual([undefined])
    expect(await city.call('deleteVehicle', { id: 'T009' })).toMatchObject({
      message: msg`Vehicle deleted successfully`,
    })
    expect(await city.register()).toBe('Vehicle ID T009 belonged to a deleted vehicle. Choose another one.')
    expect(await city.change(driverFields)).toBe('There is no vehicle T009.')
    expect(await city.log()).toHaveLength(2)
  })

  it('leaves no key behind where a truck is refused', async () => {
    expect(await city.register('d1', { ...driverFields, current_fuel_level: 101 })).toBe(
      'The tank does not hold that much.',
    )
    expect((await city.kernel.vault.findPersonKeys(['driver-T009'])).size).toBe(0)
  })
})

// Tests of fuel over HTTP: configured price, repeated commands, unknown trucks.
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
