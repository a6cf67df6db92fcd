/** Tests of the fleet's HTTP API on a real log and vault: concurrent dispatchers, sealed and erased drivers. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { msg } from '#contract/languages/message.ts'
import { createSealer } from '#platform/sealing.ts'
import { fillTable } from '#tests/fixtures/fill-table.ts'
import { driverFields, openFleetApi, refuelBody } from './fixtures-door.ts'

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
    expect(JSON.stringify(await city.log())).not.toMatch(/Esi|\+233 00 1/)
    const sealed = [{ personId: 'driver-T009', sealed: (await sealedIn(0)) ?? '' }]
    expect(await city.kernel.sealer.open(sealed)).toEqual([{ name: 'Esi', contact: '+233 00 1' }])
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
