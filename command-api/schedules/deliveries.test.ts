/**
 * Tests that deliveries prevent double bookings and that their status only moves forward.
 * Measured values replace estimates.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Event, EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import type { EventInStream } from '#contract/streams.ts'
import { DELIVERY_STATUSES } from '#domain/city.ts'
import { deliveryAggregate, toDelivery } from '../aggregates/delivery.ts'
import { releaseTruck } from '../aggregates/free-truck.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { arriveDelivery } from './arrive-delivery.ts'
import { createDelivery } from './create-delivery.ts'
import { type DispatchTruckCommand, dispatchTruck } from './dispatch-truck.ts'
import { changeDeliveryStatus } from './move-delivery.ts'

const at = NOW.toISOString()
const zone = 'Ablekuma North'
const registered = createEvent('VehicleRegistered', {
  vehicleId: 'T1',
  type: 'rear_loader',
  make: 'Mercedes',
  model: 'Atego',
  year: 2020,
  registrationNumber: 'GN-1',
  fuelEfficiency: 10,
  tankCapacity: 100,
  fuelLevel: 60,
  registeredBy: 'd1',
  registeredAt: at,
})
const scheduled = createEvent('CollectionScheduled', {
  scheduleId: 'SCH-AN3-T1',
  vehicleId: 'T1',
  zone,
  cycle: 3,
  vehicle: { make: 'Mercedes', model: 'Atego', type: 'rear_loader', registrationNumber: 'GN-1' },
  siteId: 'WS001',
  reportsCount: 2,
  scheduledStart: at,
  estimatedCompletion: at,
  estimatedDistance: 10,
  estimatedFuel: 1,
  scheduledBy: 'd1',
  scheduledAt: at,
})
const loads = [{ zone, reportIds: ['u1.1', 'u2.1'], alsoCollected: 1 }] as const
const command: DispatchTruckCommand = {
  vehicleId: 'T1',
  siteId: 'WS001',
  loads: loads.map((load) => ({ ...load, code: 'AN', reportIds: [...load.reportIds] })),
  distance: 12.5,
  fuelPrice: 10,
  dispatchedBy: 'd1',
}
const archived = createEvent('VehicleArchived', { vehicleId: 'T1', archivedBy: 'd1', archivedAt: at })
const arrived = createEvent('TruckArrived', { vehicleId: 'T1', siteId: 'WS001', arrivedAt: at })

/** Returns the event TruckDispatched that the dispatch command creates after these events. */
function dispatchAfter(...events: Event[]): EventData<'TruckDispatched'> {
  const { decision } = givenEvents(vehicleAggregate, events).when(dispatchTruck, command)
  const sent = isRejection(decision) ? undefined : decision.find(({ type }) => type === 'TruckDispatched')
  if (sent?.type !== 'TruckDispatched') throw new Error('it did not leave')
  return sent.data
}
const dispatched = createEvent('TruckDispatched', dispatchAfter(registered))

describe('a truck leaves', () => {
  it('with a load for each zone, weighed as an estimate, and arrives in an hour', () =>
    expect(dispatchAfter(registered)).toEqual({
      dispatchId: 'COL-T1-1',
      vehicleId: 'T1',
      siteId: 'WS001',
      loads: [{ ...loads[0], deliveryId: 'DEL-T1-1-AN', weight: 675, measured: undefined }],
      scheduleIds: [],
      leftIds: [],
      estimatedArrival: '2026-03-01T09:00:00.000Z',
      dispatchedBy: 'd1',
      dispatchedAt: at,
    }))

  it('and its collection ends with that', () => {
    expect(dispatchAfter(registered, scheduled).scheduleIds).toEqual(['SCH-AN3-T1'])
    const state = [registered, scheduled, createEvent('TruckDispatched', dispatchAfter(registered, scheduled))]
    expect(state.reduce(vehicleAggregate.evolve, vehicleAggregate.initial)).toMatchObject({
      scheduleId: undefined,
      boundFor: 'WS001',
    })
  })

  it('again for the same site while on its way there, each time counted', () =>
    expect(dispatchAfter(registered, dispatched)).toMatchObject({ dispatchId: 'COL-T1-2' }))

  it('with nothing aboard not at all', () =>
    givenEvents(vehicleAggregate, [registered])
      .when(dispatchTruck, { ...command, loads: [] })
      .then([]))

  it.each<[string, Event[], string, string]>([
    ['unknown', [], 'bad-request', 'There is no truck T1.'],
    ['archived', [registered, archived], 'conflict', 'Truck T1 is archived.'],
    ['elsewhere', [registered, dispatched], 'conflict', 'Truck T1 is on its way to WS001. Choose another truck.'],
  ])('not when it is %s', (_, events, rejected, message) =>
    givenEvents(vehicleAggregate, events)
      .when(dispatchTruck, { ...command, siteId: 'WS002' })
      .then({ rejected: rejected as 'conflict', message }),
  )
})

describe('a truck is free again', () => {
  const first = { vehicleId: 'T1', dispatchId: 'COL-T1-1' }
  it('when its last load has arrived', () =>
    givenEvents(vehicleAggregate, [registered, dispatched]).when(releaseTruck, first).then([arrived]))
  it('once', () => givenEvents(vehicleAggregate, [registered, dispatched, arrived]).when(releaseTruck, first).then([]))
  it('not when it left once more meanwhile', () =>
    givenEvents(vehicleAggregate, [
      registered,
      dispatched,
      createEvent('TruckDispatched', dispatchAfter(registered, dispatched)),
    ])
      .when(releaseTruck, first)
      .then([]))

  it('is never on the way to two sites, or on a collection and a delivery, for any commands', () => {
    const ask = fc.record({ what: fc.constantFrom('leave', 'arrive'), siteId: fc.constantFrom('WS001', 'WS002') })
    fc.assert(
      fc.property(fc.array(ask, { maxLength: 12 }), (asked) => {
        let events: EventInStream<'vehicle'>[] = [registered, scheduled]
        for (const { what, siteId } of asked) {
          const before = events.reduce(vehicleAggregate.evolve, vehicleAggregate.initial)
          const dispatchId = `COL-T1-${before.dispatches}`
          const decision =
            what === 'leave'
              ? dispatchTruck({ ...command, siteId }, before, NOW)
              : releaseTruck({ vehicleId: 'T1', dispatchId }, before, NOW)
          if (!isRejection(decision)) events = [...events, ...decision]
          const after = events.reduce(vehicleAggregate.evolve, vehicleAggregate.initial)
          expect(after.boundFor !== undefined && after.scheduleId !== undefined).toBe(false)
          if (before.boundFor && after.boundFor) expect(after.boundFor).toBe(before.boundFor)
        }
      }),
    )
  })
})

describe('a delivery', () => {
  const [load] = dispatched.data.loads
  if (!load) throw new Error('nothing aboard')
  const [created] = createDelivery(
    { dispatch: dispatched.data, load, takenByOthers: 0 },
    deliveryAggregate.initial,
    NOW,
  ) as [EventInStream<'delivery'>]
  const move = { deliveryId: load.deliveryId, movedBy: 'r1' }
  const moved = (status: (typeof DELIVERY_STATUSES)[number], weight?: number) =>
    createEvent('DeliveryMoved', { ...move, status, weight, movedAt: at })

  it('is the load as it left, less what turned out to be aboard another truck', () => {
    const [less] = createDelivery(
      { dispatch: dispatched.data, load, takenByOthers: 1 },
      deliveryAggregate.initial,
      NOW,
    ) as [EventInStream<'delivery'>]
    expect(created.data).toMatchObject({ status: 'in-transit', reportsCount: 3, weight: 675, estimated: true })
    expect(less.data).toMatchObject({ reportsCount: 2, weight: 600 })
  })
  it('is there once', () =>
    givenEvents(deliveryAggregate, [created])
      .when(createDelivery, { dispatch: dispatched.data, load, takenByOthers: 0 })
      .then([]))
  it('takes the weight that was measured', () => {
    const state = [created, moved('arrived', 702)].reduce(deliveryAggregate.evolve, deliveryAggregate.initial)
    expect(toDelivery(state)).toMatchObject({ weight: 702, estimated: false, arrivedAt: at, status: 'arrived' })
  })
  it('without a creation is unknown', () =>
    givenEvents(deliveryAggregate, [])
      .when(changeDeliveryStatus, { ...move, status: 'arrived' })
      .then({ rejected: 'not-found' }))
  it("can't go back to an earlier status, and the rejection names the present one", () =>
    givenEvents(deliveryAggregate, [created, moved('completed')])
      .when(changeDeliveryStatus, { ...move, status: 'arrived' })
      .then({ rejected: 'conflict', message: 'This delivery is already completed.' }))
  const told = { composition: { plastic: 100 }, arrivedAt: '2026-03-01T07:59:00.000Z' }
  const asked = { deliveryId: load.deliveryId, ...told }
  const bySystem = (status: (typeof DELIVERY_STATUSES)[number], weight?: number) => {
    const { data } = moved(status, weight)
    return createEvent('DeliveryMoved', { ...data, ...told, movedBy: 'system' })
  }
  it('follows a correction from its site, also if it had arrived before, and arrives at that time', () => {
    givenEvents(deliveryAggregate, [created])
      .when(arriveDelivery, asked)
      .then([bySystem('arrived')])
    givenEvents(deliveryAggregate, [created, moved('completed')])
      .when(arriveDelivery, asked)
      .then([bySystem('completed')])
    givenEvents(deliveryAggregate, [created, moved('completed'), bySystem('completed')])
      .when(arriveDelivery, asked)
      .then([])
    const state = [created, moved('completed'), bySystem('completed')].reduce(
      deliveryAggregate.evolve,
      deliveryAggregate.initial,
    )
    expect(toDelivery(state)).toMatchObject({ ...told, compositionFrom: 'site', status: 'completed' })
  })
  it('follows the newest correction of its site, although a clock was ahead at its arrival', () => {
    const ahead = { ...told, arrivedAt: '2027-03-01T07:59:00.000Z' }
    const corrected = (corrects: number) => ({ ...told, composition: { plastic: corrects }, corrects })
    const told1 = createEvent('DeliveryMoved', { ...moved('arrived').data, ...ahead, movedBy: 'system' })
    const toldCorrection = (corrects: number) =>
      createEvent('DeliveryMoved', { ...moved('arrived').data, ...corrected(corrects), movedBy: 'system' })
    givenEvents(deliveryAggregate, [created, told1])
      .when(arriveDelivery, { deliveryId: load.deliveryId, ...corrected(2) })
      .then([toldCorrection(2)])
    const earlier = { ...corrected(2), arrivedAt: '2028-03-01T07:59:00.000Z' }
    givenEvents(deliveryAggregate, [created, told1, toldCorrection(3)])
      .when(arriveDelivery, { deliveryId: load.deliveryId, ...earlier })
      .then([])
  })
  it('without a creation takes no correction', () =>
    givenEvents(deliveryAggregate, []).when(arriveDelivery, asked).then({ rejected: 'not-found' }))
  it('takes the weight measured with the composition, unless it was weighed at its arrival', () => {
    const measured = { ...asked, weight: 612.5 }
    givenEvents(deliveryAggregate, [created])
      .when(arriveDelivery, measured)
      .then([bySystem('arrived', 612.5)])
    givenEvents(deliveryAggregate, [created, moved('completed')])
      .when(arriveDelivery, measured)
      .then([bySystem('completed', 612.5)])
    givenEvents(deliveryAggregate, [created, moved('arrived', 640)])
      .when(arriveDelivery, measured)
      .then([bySystem('arrived')])
    const state = [created, moved('arrived', 612.5)].reduce(deliveryAggregate.evolve, deliveryAggregate.initial)
    expect(toDelivery(state)).toMatchObject({ weight: 612.5, estimated: false, estimatedWeight: 675 })
  })
  it('only moves forward, for any commands', () => {
    const asked = fc.array(
      fc.record({ status: fc.constantFrom(...DELIVERY_STATUSES), weight: fc.option(fc.nat(), { nil: undefined }) }),
    )
    fc.assert(
      fc.property(asked, (moves) => {
        let state = deliveryAggregate.evolve(deliveryAggregate.initial, created)
        for (const one of moves) {
          const decision = changeDeliveryStatus({ ...move, ...one }, state, NOW)
          const after = isRejection(decision) ? state : decision.reduce(deliveryAggregate.evolve, state)
          expect(DELIVERY_STATUSES.indexOf(after.status)).toBeGreaterThanOrEqual(
            DELIVERY_STATUSES.indexOf(state.status),
          )
          state = after
        }
      }),
    )
  })
})
