/** Tests of trucks: unique ids, archiving, and no use after archiving. */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { msg } from '#contract/languages/message.ts'
import type { EventInStream } from '#contract/streams.ts'
import { explainVehicleUnavailability, vehicleAggregate } from '../aggregates/vehicle.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { refuseDispatch } from '../schedules/dispatch-truck.ts'
import { archiveVehicle } from './archive-vehicle.ts'
import { changeVehicle } from './change-vehicle.ts'
import * as spec from './fixtures.ts'
import { refuelVehicle } from './refuel-vehicle.ts'
import { registerVehicle } from './register-vehicle.ts'
import { removeVehicle } from './remove-vehicle.ts'
import { setMaintenance } from './set-maintenance.ts'

const {
  vehicleArchived: archived,
  truckDispatched: away,
  vehicleBackInService: backInService,
  vehicleSentToWorkshop: inWorkshop,
  truckArrived: arrived,
  collectionCancelled: cancelled,
  vehicleChanged: changed,
  collectionCompleted: completed,
  tripLoggedEvent: driven,
  vehicleForm: form,
  vehicleRefuelled: refuelled,
  vehicleRegistered: registered,
} = spec
const { vehicleRemoved: removed, collectionScheduled: scheduled, collectionStarted: started } = spec
const unknown = { rejected: 'not-found', message: 'There is no vehicle T009.' } as const
const gone = { rejected: 'conflict', message: 'Vehicle T009 is archived.' } as const

describe('RegisterVehicle', () => {
  const when = (events: Event[], more = {}) =>
    givenEvents(vehicleAggregate, events).when(registerVehicle, { ...form, id: 'T009', registeredBy: 'd1', ...more })

  it('adds the truck', () => when([]).then([registered()]))
  it('keeps its driver sealed', () => when([], { driver: 'sealed' }).then([registered({ driver: 'sealed' })]))
  it.each([
    ['there', [registered()]],
    ['changed since', [registered(), changed({ make: 'MAN' })]],
    ['archived', [registered(), archived]],
  ])('takes an id once: it is %s', (_, events) =>
    when(events).then({ rejected: 'conflict', message: 'Vehicle ID already exists' }),
  )
  it('never reuses the id of a deleted truck', () =>
    when([registered(), removed]).then({
      rejected: 'conflict',
      message: 'Vehicle ID T009 belonged to a deleted vehicle. Choose another one.',
    }))
  it('takes a tank from empty to full and no more', () => {
    when([], { current_fuel_level: 0 }).then([registered({ fuelLevel: 0 })])
    when([], { current_fuel_level: 100 }).then([registered({ fuelLevel: 100 })])
    when([], { current_fuel_level: 100.1 }).then({
      rejected: 'bad-request',
      errors: { current_fuel_level: 'More than the tank holds' },
    })
  })
})

describe('ChangeVehicle', () => {
  const when = (events: Event[], more = {}) =>
    givenEvents(vehicleAggregate, events).when(changeVehicle, { ...form, vehicleId: 'T009', changedBy: 'd1', ...more })

  it.each([
    [{ make: 'MAN' }, { make: 'MAN' }],
    [{ registration_number: 'GN-2-26' }, { registrationNumber: 'GN-2-26' }],
    [{ fuel_efficiency_kmpl: 9.9 }, { fuelEfficiency: 9.9 }],
    [{ tank_capacity_liters: 50 }, { tankCapacity: 50 }],
    [{ current_fuel_level: 100 }, { fuelLevel: 100 }],
    [{ driver: 'sealed' }, { driver: 'sealed' }],
  ])('saves %j', (given, saved) => when([registered()], given).then([changed(saved)]))
  it('takes the driver off', () => when([registered({ driver: 'sealed' })]).then([changed()]))
  it('changes nothing when nothing differs', () => {
    when([registered()]).then([])
    when([registered({ fuelLevel: 10 }), changed({ driver: 'sealed' })], { driver: 'sealed' }).then([])
  })
  it('sees the fuel that was burnt since', () => when([registered(), driven()]).then([changed()]))
  it('keeps the fuel burnt since the form was opened, unless somebody typed a level', () => {
    const since = [registered(), driven()]
    when(since, { seen_fuel_level: 50, make: 'MAN' }).then([changed({ make: 'MAN', fuelLevel: 40 })])
    when(since, { seen_fuel_level: 50 }).then([])
    when(since, { seen_fuel_level: 50, current_fuel_level: 60 }).then([changed({ fuelLevel: 60 })])
    when([registered(), refuelled(50, 100)], { seen_fuel_level: 50, tank_capacity_liters: 99 }).then({
      rejected: 'bad-request',
    })
  })
  it('refuses more fuel than the tank holds', () =>
    when([registered()], { tank_capacity_liters: 50, current_fuel_level: 50.1 }).then({ rejected: 'bad-request' }))
  it('does not know a truck that never was, or was deleted', () => {
    when([]).then(unknown)
    when([registered(), removed]).then(unknown)
  })
  it('leaves an archived truck alone', () => when([registered(), archived]).then(gone))
  it('lets the truck finish its work', () => {
    const stateAfter = (...events: EventInStream<'vehicle'>[]) =>
      [...events, changed({ make: 'MAN' })].reduce(vehicleAggregate.evolve, vehicleAggregate.initial)
    expect(stateAfter(registered(), scheduled, started)).toMatchObject({
      scheduleId: 'SCH-AN3-T009',
      collection: { startedAt: spec.NOW_ISO },
    })
    expect(stateAfter(registered(), away())).toMatchObject({ boundFor: 'WS001', registered: { make: 'MAN' } })
  })
})

describe('RemoveVehicle', () => {
  const when = (...events: Event[]) =>
    givenEvents(vehicleAggregate, events).when(removeVehicle, { vehicleId: 'T009', removedBy: 'd1' })

  it('removes a truck that nothing ever happened to', () => {
    when(registered()).then([removed])
    when(registered(), changed({ make: 'MAN' })).then([removed])
  })
  it('does so once', () => when(registered(), removed).then([]))
  it.each<[string, Event[]]>([
    ['a trip', [driven()]],
    ['a refuelling', [refuelled(10, 60)]],
    ['an open schedule', [scheduled]],
    ['a schedule that was cancelled', [scheduled, cancelled]],
    ['a delivery under way', [away()]],
  ])('keeps a truck with %s', (_, events) =>
    when(registered(), ...events).then({
      rejected: 'conflict',
      message: 'Cannot delete vehicle with existing fuel logs. Archive the vehicle instead.',
    }),
  )
  it('keeps an archived truck', () => when(registered(), archived).then(gone))
  it('does not know a truck that never was', () => when().then(unknown))
})

describe('ArchiveVehicle', () => {
  const when = (...events: Event[]) =>
    givenEvents(vehicleAggregate, events).when(archiveVehicle, { vehicleId: 'T009', archivedBy: 'd1' })

  it.each<[string, Event[]]>([
    ['was never sent', []],
    ['has driven', [driven()]],
    ['has collected', [scheduled, started, completed]],
    ['was called back', [scheduled, cancelled]],
    ['has arrived', [scheduled, started, away(['SCH-AN3-T009']), arrived]],
  ])('archives a truck that %s', (_, events) => when(registered(), ...events).then([archived]))
  it.each<[Event[], string]>([
    [[scheduled], 'Vehicle T009 is on a collection. Complete or cancel SCH-AN3-T009 first.'],
    [[scheduled, started], 'Vehicle T009 is on a collection. Complete or cancel SCH-AN3-T009 first.'],
    [[away()], 'Vehicle T009 is on its way to WS001. Archive it when it has arrived.'],
  ])('keeps one that is waited for', (events, message) =>
    when(registered(), ...events).then({ rejected: 'conflict', message }),
  )
  it('rejects a second dispatcher with that reason', () => when(registered(), archived).then(gone))
  it('does not know a truck that never was, or was deleted', () => {
    when().then(unknown)
    when(registered(), removed).then(unknown)
  })
  it('sends it nowhere and fills it no more', () => {
    const state = [registered(), archived].reduce(vehicleAggregate.evolve, vehicleAggregate.initial)
    expect(explainVehicleUnavailability('T009', state)).toEqual(msg`Truck ${{ vehicleId: 'T009' }} is archived.`)
    const refuel = { vehicle_id: 'T009', liters_added: 1, cost_per_liter: 10, refuelledBy: 'd1' }
    expect(refuelVehicle(refuel, state, NOW)).toMatchObject(gone)
  })
})

describe('SetMaintenance', () => {
  const when = (events: Event[], maintenance = true) =>
    givenEvents(vehicleAggregate, events).when(setMaintenance, { vehicleId: 'T009', maintenance, by: 'd1' })
  const onCollection = {
    rejected: 'conflict',
    message: 'Vehicle T009 is on a collection. Complete or cancel SCH-AN3-T009 first.',
  } as const

  it('sends a truck to the workshop, and puts it back in service', () => {
    when([registered()]).then([inWorkshop])
    when([registered(), inWorkshop], false).then([backInService])
    when([registered(), inWorkshop, backInService]).then([inWorkshop])
  })
  it('does nothing twice', () => {
    when([registered(), inWorkshop]).then([])
    when([registered()], false).then([])
    when([registered(), inWorkshop, backInService], false).then([])
  })
  it('takes no truck from its collection or its way', () => {
    when([registered(), scheduled]).then(onCollection)
    when([registered(), scheduled, started]).then(onCollection)
    when([registered(), away()]).then({
      rejected: 'conflict',
      message: 'Vehicle T009 is on its way to WS001. Send it to the workshop when it has arrived.',
    })
    when([registered(), away(), arrived]).then([inWorkshop])
    when([registered(), scheduled, completed]).then([inWorkshop])
  })
  it('is for trucks of the fleet', () => {
    when([]).then(unknown)
    when([registered(), archived]).then(gone)
  })
  it('does not dispatch it meanwhile, and still archives it', () => {
    const state = [registered(), inWorkshop].reduce(vehicleAggregate.evolve, vehicleAggregate.initial)
    expect(explainVehicleUnavailability('T009', state)).toEqual(msg`Truck ${{ vehicleId: 'T009' }} is in the workshop.`)
    expect(refuseDispatch({ vehicleId: 'T009', siteId: 'WS001' }, state)).toMatchObject({ rejected: 'conflict' })
    expect(archiveVehicle({ vehicleId: 'T009', archivedBy: 'd1' }, state, NOW)).toEqual([archived])
    expect(explainVehicleUnavailability('T009', vehicleAggregate.evolve(state, backInService))).toBeUndefined()
  })
  it('prevents its deletion, because it has trips', () =>
    givenEvents(vehicleAggregate, [registered(), inWorkshop])
      .when(removeVehicle, { vehicleId: 'T009', removedBy: 'd1' })
      .then({ rejected: 'conflict' }))
})
