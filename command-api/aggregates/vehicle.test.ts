/** Tests of a truck: valid fuel levels, and no use after archiving. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRejection } from '#contract/http/problems.ts'
import type { EventInStream } from '#contract/streams.ts'
import { archiveVehicle } from '../fleet/archive-vehicle.ts'
import { changeVehicle } from '../fleet/change-vehicle.ts'
import {
  collectionCancelled,
  collectionCompleted,
  collectionScheduled,
  collectionStarted,
  NOW_ISO,
  truckDispatched,
  vehicleForm,
  vehicleRegistered,
} from '../fleet/fixtures.ts'
import { logTrip } from '../fleet/log-trip.ts'
import { refuelVehicle } from '../fleet/refuel-vehicle.ts'
import { registerVehicle } from '../fleet/register-vehicle.ts'
import { removeVehicle } from '../fleet/remove-vehicle.ts'
import { createEvent, type Decision } from '../kernel/decider.ts'
import { NOW } from '../kernel/fixtures.ts'
import { dispatchTruck } from '../schedules/dispatch-truck.ts'
import { changeScheduleStatus } from '../schedules/move-schedule.ts'
import { scheduleTruck } from '../schedules/schedule-truck.ts'
import { dispatchIdOf } from './delivery.ts'
import { releaseTruck } from './free-truck.ts'
import { truckRoundsFold } from './rounds.ts'
import { createTruckAndScheduleAggregate } from './schedule.ts'
import { vehicleAggregate } from './vehicle.ts'

const scheduleIds = [1, 2].map((cycle) => `SCH-AN${cycle}-T009`)
const double = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const step = fc.record({
  what: fc.oneof(
    {
      weight: 9,
      arbitrary: fc.constantFrom(
        'change',
        'refuel',
        'trip',
        'schedule',
        'start',
        'complete',
        'cancel',
        'dispatch',
        'arrive',
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom('archive', 'remove', 'register') },
  ),
  scheduleId: fc.constantFrom(...scheduleIds),
  tank: double(50, 500),
  share: double(0, 1),
  efficiency: double(1, 15),
  litres: double(0.0001, 500),
  distance: double(0.0001, 2_000),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function decide(
  log: readonly EventInStream<'vehicle'>[],
  { what, scheduleId, tank, share, efficiency, litres, distance }: Step,
): Decision<EventInStream<'vehicle'>> {
  const state = log.reduce(vehicleAggregate.evolve, vehicleAggregate.initial)
  const aggregate = createTruckAndScheduleAggregate(scheduleId)
  const withSchedule = log.reduce(aggregate.evolve, aggregate.initial)
  const move = (status: 'in-progress' | 'completed' | 'cancelled') =>
    changeScheduleStatus({ status, by: 'd1', reportIds: [], fuelPrice: 10 }, withSchedule, NOW)
  const vehicle_id = 'T009'
  const by = { vehicleId: 'T009', changedBy: 'd1', removedBy: 'd1', archivedBy: 'd1', registeredBy: 'd1' }
  const saved = {
    ...vehicleForm,
    fuel_efficiency_kmpl: efficiency,
    tank_capacity_liters: tank,
    current_fuel_level: tank * share,
  }
  switch (what) {
    case 'change':
      return changeVehicle({ ...saved, ...by }, state, NOW)
    case 'refuel':
      return refuelVehicle({ vehicle_id, liters_added: litres, cost_per_liter: 10, refuelledBy: 'd1' }, state, NOW)
    case 'trip': {
      const trip = { trip_type: 'delivery', distance_km: distance, trip_start: NOW_ISO, trip_end: NOW_ISO } as const
      return logTrip({ vehicle_id, ...trip, fuelPrice: 10, loggedBy: 'd1' }, state, NOW)
    }
    case 'schedule': {
      const planned = {
        zone: 'Ablekuma North',
        cycle: 1,
        siteId: 'WS001',
        distance,
        reportsCount: 1,
        plan: { reports: 1, trips: 1, km: distance, litres: distance / efficiency },
        start: NOW,
      } as const
      return scheduleTruck({ ...planned, scheduleId, vehicleId: 'T009', scheduledBy: 'd1' }, withSchedule, NOW)
    }
    case 'start':
      return move('in-progress')
    case 'complete':
      return move('completed')
    case 'cancel':
      return move('cancelled')
    case 'dispatch': {
      const loads = [{ zone: 'Ablekuma North', code: 'AN', reportIds: [] }]
      const command = { vehicleId: 'T009', siteId: 'WS001', loads, distance, fuelPrice: 10, dispatchedBy: 'd1' }
      return dispatchTruck(command, state, NOW)
    }
    case 'arrive':
      return releaseTruck({ vehicleId: 'T009', dispatchId: dispatchIdOf('T009', state.dispatches) }, state, NOW)
    case 'archive':
      return archiveVehicle(by, state, NOW)
    case 'remove':
      return removeVehicle(by, state, NOW)
    default:
      return registerVehicle({ ...saved, id: 'T009', registeredBy: 'd1' }, state, NOW)
  }
}

it('never holds less than nothing or more than its tank, and rests once it is archived or deleted', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const log: EventInStream<'vehicle'>[] = [vehicleRegistered()]
      for (const step of steps) {
        const decision = decide(log, step)
        if (!isRejection(decision)) log.push(...decision)
        const { registered: truck } = log.reduce(vehicleAggregate.evolve, vehicleAggregate.initial)
        expect(truck?.fuelLevel ?? 0).toBeGreaterThanOrEqual(0)
        if (truck) expect(truck.fuelLevel).toBeLessThanOrEqual(truck.tankCapacity)
      }
      for (const { type } of log) seen.add(type)
      const end = log.findIndex(({ type }) => type === 'VehicleArchived' || type === 'VehicleRemoved')
      if (end >= 0) expect(end).toBe(log.length - 1)
    }),
    { numRuns: 500, seed: 4109 },
  )
  // Checks that the random commands produced each of these event types.
  const all = ['Changed', 'Refuelled', 'Archived', 'Removed'].map((what) => `Vehicle${what}`)
  expect([...seen]).toEqual(expect.arrayContaining([...all, 'TripLogged', 'CollectionCompleted', 'TruckArrived']))
})

it('burns the way of its collection when that ends with a dispatch, else the way to the site', () => {
  const loads = [{ zone: 'Ablekuma North', code: 'AN', reportIds: ['u1.1'] }]
  const command = { vehicleId: 'T009', siteId: 'WS001', loads, distance: 31.2, fuelPrice: 10, dispatchedBy: 'd1' }
  const trip = (...log: EventInStream<'vehicle'>[]) => {
    const decision = dispatchTruck(command, log.reduce(vehicleAggregate.evolve, vehicleAggregate.initial), NOW)
    return isRejection(decision) ? decision : decision.map(({ type, data }) => ({ type, ...data })).slice(1)
  }
  const way = {
    type: 'TripLogged',
    fuelCost: 31.2,
    tripType: 'delivery',
    distance: 31.2,
    litres: 3.12,
    fuelLevel: 46.88,
  }
  expect(trip(vehicleRegistered())).toMatchObject([{ ...way, description: 'To WS001' }])
  const collection = { tripType: 'collection', distance: 12.5, litres: 1.25, fuelLevel: 48.75 }
  expect(trip(vehicleRegistered(), collectionScheduled, collectionStarted)).toMatchObject([collection])
  expect(trip(vehicleRegistered(), collectionScheduled, collectionStarted, collectionCompleted)).toMatchObject([way])
})

it('copies no earlier abandoned claims for a new one', () => {
  const abandoned = (claimId: string) =>
    createEvent('DispatchAbandoned', { vehicleId: 'T009', claimId, abandonedAt: NOW_ISO })
  const before = vehicleAggregate.evolve(vehicleAggregate.initial, abandoned('c1'))
  const after = vehicleAggregate.evolve(before, abandoned('c2'))
  expect(after.abandoned).toEqual({ item: 'c2', before: { item: 'c1' } })
  expect(after.abandoned).toHaveProperty('before', before.abandoned)
})

it('keeps no ended schedule among the planned ones, and an undone cancellation again', () => {
  const { scheduleId, zone, scheduledStart, estimatedCompletion } = collectionScheduled.data
  const about = { scheduleId, vehicleId: 'T009', zone, scheduledStart, estimatedCompletion }
  const undone = createEvent('CancellationUndone', { ...about, undoneBy: 'd1', undoneAt: NOW_ISO })
  const plannedAfter = (...events: EventInStream<'vehicle'>[]) =>
    events.reduce(truckRoundsFold.evolve, truckRoundsFold.initial).planned
  const plan = [{ scheduleId, zone, scheduledStart }]
  for (const end of [collectionCancelled, collectionCompleted, truckDispatched([scheduleId])])
    expect(plannedAfter(collectionScheduled, end)).toEqual([])
  expect(plannedAfter(collectionScheduled, collectionCancelled, undone)).toEqual(plan)
  expect(plannedAfter(collectionScheduled, collectionCancelled, undone, collectionStarted)).toEqual([])
})
