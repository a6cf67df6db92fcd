/** Tests of fuel: refuelling, consumption, trip costs and tank capacity. */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import type { EventInStream } from '#contract/streams.ts'
import { createCollectionTripEvents } from '../aggregates/trip.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import {
  collectionCancelled,
  collectionCompleted,
  collectionScheduled,
  collectionStarted,
  NOW_ISO,
  tripLoggedEvent,
  truckDispatched,
  vehicleArchived,
  vehicleRefuelled,
  vehicleRegistered,
} from './fixtures.ts'
import { logTrip } from './log-trip.ts'
import { refuelVehicle } from './refuel-vehicle.ts'
import { fuelConsumptionOf } from './vehicle-answers.ts'

describe('RefuelVehicle', () => {
  const when = (litres: number, events: Event[] = [vehicleRegistered()]) => {
    const command = { vehicle_id: 'T009', liters_added: litres, cost_per_liter: 10, refuelledBy: 'd1' }
    return givenEvents(vehicleAggregate, events).when(refuelVehicle, command)
  }
  it('fills the tank', () => when(20.5).then([vehicleRefuelled(20.5, 70.5)]))
  it('fills it to the brim', () => when(50).then([vehicleRefuelled(50, 100)]))
  it('takes no more than it has room for', () =>
    when(50.001).then({
      rejected: 'bad-request',
      message: 'The tank has room for only 50\u00a0litres.',
      errors: { liters_added: 'The tank has room for only 50\u00a0litres.' },
    }))
  it('continues from the rest', () =>
    when(60, [vehicleRegistered(), tripLoggedEvent()]).then([vehicleRefuelled(60, 100)]))
  it('does not overfill a tank that is measured more finely', () =>
    when(0.0006, [vehicleRegistered({ tankCapacity: 100.0006, fuelLevel: 100 })]).then([
      vehicleRefuelled(0.0006, 100.0006),
    ]))
  it('does not know another truck', () => when(1, []).then({ rejected: 'not-found' }))
  it('leaves an archived truck alone', () =>
    when(1, [vehicleRegistered(), vehicleArchived]).then({ rejected: 'conflict' }))
})

describe('LogTrip', () => {
  const trip = {
    vehicle_id: 'T009',
    trip_type: 'delivery',
    distance_km: 100,
    trip_start: NOW_ISO,
    trip_end: NOW_ISO,
  } as const
  const when = (more: object = {}, events: Event[] = [vehicleRegistered()]) =>
    givenEvents(vehicleAggregate, events).when(logTrip, { ...trip, fuelPrice: 10, loggedBy: 'd1', ...more })

  it('burns the litres of its distance, at the configured price', () => {
    when().then([tripLoggedEvent()])
    when({ fuelPrice: 12.345 }).then([tripLoggedEvent({ fuelCost: 123.45 })])
  })
  it('costs the stated amount, also zero', () => {
    when({ fuel_cost: 95.5 }).then([tripLoggedEvent({ fuelCost: 95.5 })])
    when({ fuel_cost: 0 }).then([tripLoggedEvent({ fuelCost: 0 })])
  })
  it('keeps its route, its type and its times', () => {
    const times = { trip_start: '2026-03-01T08:00:00+02:00', trip_end: '2026-03-01T07:30:00Z' }
    when({ ...times, trip_type: 'collection', route_description: 'Odorkor and back' }).then([
      tripLoggedEvent({
        tripType: 'collection',
        description: 'Odorkor and back',
        tripStart: '2026-03-01T06:00:00.000Z',
        tripEnd: '2026-03-01T07:30:00.000Z',
      }),
    ])
  })
  it('counts the trips of a truck', () =>
    when({}, [vehicleRegistered(), tripLoggedEvent()]).then([
      tripLoggedEvent({ tripId: 'TRIP-T009-2', fuelLevel: 30 }),
    ]))
  it('drives the tank empty', () =>
    when({ distance_km: 500 }).then([tripLoggedEvent({ distance: 500, litres: 50, fuelLevel: 0, fuelCost: 500 })]))
  it('says how much was missing when the tank did not hold that', () =>
    when({ distance_km: 500.01 }).then({
      rejected: 'conflict',
      message:
        'The trip needed 50.001\u00a0litres of fuel, but vehicle T009 had only 50. Record the refuelling of the missing 0.001 first.',
    }))
  it('is no plan: it has begun', () => {
    const begins = (trip_start: string) => when({ trip_start, trip_end: '2026-03-01T08:01:00.000Z' })
    begins('2026-03-01T08:01:00.000Z').then([
      tripLoggedEvent({ tripStart: '2026-03-01T08:01:00.000Z', tripEnd: '2026-03-01T08:01:00.000Z' }),
    ])
    begins('2026-03-01T08:01:00.001Z').then({
      rejected: 'bad-request',
      errors: { trip_start: 'The trip has not begun yet' },
    })
  })
  it('does not know another truck', () => when({}, []).then({ rejected: 'not-found' }))
  it('leaves an archived truck alone', () =>
    when({}, [vehicleRegistered(), vehicleArchived]).then({ rejected: 'conflict' }))
})

describe('the trip of a completed collection', () => {
  const of = (startedAt?: string, fuelLevel = 50, planned = collectionScheduled.data) => {
    const setOut = startedAt ? [createEvent('CollectionStarted', { ...collectionStarted.data, startedAt })] : []
    const log = [vehicleRegistered({ fuelLevel }), createEvent('CollectionScheduled', planned), ...setOut]
    const state = log.reduce(vehicleAggregate.evolve, vehicleAggregate.initial)
    return createCollectionTripEvents(state, { fuelPrice: 10, loggedBy: 'system' }, NOW)[0]?.data
  }
  it('takes its estimated distance out of the tank', () =>
    expect(of('2026-03-01T06:00:00.000Z')).toMatchObject({
      tripType: 'collection',
      distance: 12.5,
      litres: 1.25,
      fuelLevel: 48.75,
      fuelCost: 12.5,
      description: 'Collection in Ablekuma North',
      tripStart: '2026-03-01T06:00:00.000Z',
      tripEnd: NOW_ISO,
    }))
  it('stops at an empty tank, and has burnt the rest', () =>
    expect(of(NOW_ISO, 1)).toMatchObject({ litres: 1.25, fuelLevel: 0, fuelCost: 12.5 }))
  it('took place now when it was completed before it was to begin', () =>
    expect(
      of(undefined, 50, { ...collectionScheduled.data, scheduledStart: '2026-03-01T09:00:00.000Z' }),
    ).toMatchObject({
      tripStart: NOW_ISO,
      tripEnd: NOW_ISO,
    }))
  it('is none of a truck that is on no collection', () => {
    const trips = (...log: EventInStream<'vehicle'>[]) =>
      createCollectionTripEvents(
        log.reduce(vehicleAggregate.evolve, vehicleAggregate.initial),
        { fuelPrice: 10, loggedBy: 'd1' },
        NOW,
      )
    expect(trips(vehicleRegistered(), collectionScheduled, collectionStarted)).toHaveLength(1)
    for (const ended of [collectionCompleted, collectionCancelled, truckDispatched(['SCH-AN3-T009'])])
      expect(trips(vehicleRegistered(), collectionScheduled, collectionStarted, ended)).toEqual([])
    expect(trips()).toEqual([])
  })
})

describe('CalculateConsumption', () => {
  const truck = { fuelEfficiency: 8.5, fuelLevel: 20 }
  it.each([
    [0, { planned_fuel_consumption: 0, sufficient_fuel: true, fuel_needed: 0 }],
    [170, { planned_fuel_consumption: 20, sufficient_fuel: true, fuel_needed: 0 }],
    [170.01, { planned_fuel_consumption: 20.001, sufficient_fuel: false, fuel_needed: 0.001 }],
    [500, { planned_fuel_consumption: 58.824, sufficient_fuel: false, fuel_needed: 38.824 }],
  ])('returns the fuel for %s km', (distance, expected) =>
    expect(fuelConsumptionOf(truck, distance)).toEqual({ ...expected, estimated_range_current: 170 }),
  )
})
