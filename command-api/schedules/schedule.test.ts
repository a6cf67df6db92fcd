/** Tests of schedules in their truck's stream. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Event, EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import type { EventInStream } from '#contract/streams.ts'
import type { RecordedFields } from '#platform/event-store/event-store.ts'
import { createTruckAndScheduleAggregate } from '../aggregates/schedule.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { advanceSchedule, changeScheduleStatus } from './move-schedule.ts'
import { scheduleTruck } from './schedule-truck.ts'

const at = NOW.toISOString()
const zone = 'Ablekuma North'
const ID = 'SCH-AN3-T1'
const type = 'rear_loader' as const
const facts = { type, make: 'Mercedes', model: 'Atego', registrationNumber: 'GN-1' }
const registered = (fuelLevel = 60, driver?: string) =>
  createEvent('VehicleRegistered', {
    vehicleId: 'T1',
    ...facts,
    year: 2020,
    fuelEfficiency: 10,
    tankCapacity: 100,
    fuelLevel,
    driver,
    registeredBy: 'd1',
    registeredAt: at,
  })
const command = {
  scheduleId: ID,
  vehicleId: 'T1',
  zone,
  cycle: 3,
  siteId: 'WS001',
  distance: 12.5,
  reportsCount: 7,
  plan: { reports: 7, trips: 1, km: 25, litres: 2.5 },
  start: new Date('2026-03-01T08:15:00.000Z'),
  scheduledBy: 'd1',
} as const
const planned = (scheduleId = ID, more: Partial<EventData<'CollectionScheduled'>> = {}) =>
  createEvent('CollectionScheduled', {
    scheduleId,
    vehicleId: 'T1',
    zone,
    cycle: 3,
    vehicle: facts,
    siteId: 'WS001',
    reportsCount: 7,
    scheduledStart: '2026-03-01T08:15:00.000Z',
    estimatedCompletion: '2026-03-01T11:15:00.000Z',
    estimatedDistance: 12.5,
    estimatedFuel: 1.25,
    plan: { reports: 7, trips: 1, km: 25, litres: 2.5 },
    scheduledBy: 'd1',
    scheduledAt: at,
    ...more,
  })
const about = (scheduleId: string) => ({ scheduleId, vehicleId: 'T1', zone }) as const
const started = (scheduleId = ID) =>
  createEvent('CollectionStarted', { ...about(scheduleId), reportIds: ['u1.1', 'u2.4'], startedAt: at })
const completed = (scheduleId = ID, reportIds = ['u1.1', 'u2.4']) =>
  createEvent('CollectionCompleted', { ...about(scheduleId), reportIds, completedAt: at })
const overdue = createEvent('CollectionOverdue', { ...about(ID), overdueAt: at })
/** Returns the event of a logged trip: 25 km there and back, at 10 km per litre. */
const driven = (more: Partial<EventData<'TripLogged'>> = {}) =>
  createEvent('TripLogged', {
    tripId: 'TRIP-T1-1',
    vehicleId: 'T1',
    tripType: 'collection',
    distance: 25,
    litres: 2.5,
    fuelLevel: 57.5,
    fuelCost: 25,
    description: 'Collection in Ablekuma North',
    tripStart: at,
    tripEnd: at,
    loggedBy: 'd2',
    loggedAt: at,
    ...more,
  })
const cancelled = (reportIds: string[], reason?: string) =>
  createEvent('CollectionCancelled', { ...about(ID), reportIds, cancelledBy: 'd2', cancelledAt: at, reason })
const away = (scheduleIds: string[]) =>
  createEvent('TruckDispatched', {
    dispatchId: 'c1',
    vehicleId: 'T1',
    siteId: 'WS002',
    loads: [],
    scheduleIds,
    leftIds: [],
    estimatedArrival: at,
    dispatchedBy: 'd1',
    dispatchedAt: at,
  })

describe('ScheduleTruck', () => {
  const when = (...events: Event[]) =>
    givenEvents(createTruckAndScheduleAggregate(ID), events).when(scheduleTruck, command)

  it('sends a free truck for three hours, with its plan beside what one way costs it', () =>
    when(registered()).then([planned()]))
  it('takes the driver along as sealed as they are', () =>
    when(registered(60, 'sealed')).then([planned(ID, { driver: 'sealed' })]))
  it('changes nothing the second time', () => when(registered(), planned(), started()).then([]))
  it('sends a truck again that has ended', () =>
    when(registered(), planned('SCH-AN2-T1'), completed('SCH-AN2-T1')).then([planned()]))
  it('stays where it can’t get to the site and back', () =>
    givenEvents(createTruckAndScheduleAggregate(ID), [registered()])
      .when(scheduleTruck, { ...command, plan: undefined })
      .then({
        rejected: 'conflict',
        message: "With its fuel, truck T1 can't collect in Ablekuma North and unload at WS001 in one shift.",
      }))
  it('goes with a quarter of a tank', () => when(registered(25)).then([planned()]))

  it.each<[string, Event[]]>([
    ['There is no truck T1.', []],
    ['Truck T1 is on another collection.', [registered(), planned('SCH-AW9-T1'), started('SCH-AW9-T1')]],
    ['Truck T1 needs refuelling first.', [registered(24.9)]],
    [
      'Truck T1 is archived.',
      [registered(), createEvent('VehicleArchived', { vehicleId: 'T1', archivedBy: 'd', archivedAt: at })],
    ],
    [
      'There is no truck T1.',
      [registered(), createEvent('VehicleRemoved', { vehicleId: 'T1', removedBy: 'd', removedAt: at })],
    ],
    ['Truck T1 is on its way to WS002.', [registered(), planned('SCH-AW9-T1'), away(['SCH-AW9-T1'])]],
  ])('refuses with a sentence: %s', (message, events) => when(...events).then({ rejected: 'conflict', message }))

  it('goes again once it has arrived, or was refuelled', () => {
    when(registered(), away([]), createEvent('TruckArrived', { vehicleId: 'T1', siteId: 'WS002', arrivedAt: at })).then(
      [planned()],
    )
    const refuelled = { vehicleId: 'T1', litres: 50, costPerLitre: 1, fuelLevel: 70, refuelledBy: 'd', refuelledAt: at }
    when(registered(20), createEvent('VehicleRefuelled', refuelled)).then([planned()])
  })
})

describe('MoveSchedule', () => {
  const to = (status: 'in-progress' | 'completed' | 'cancelled', reason?: string) =>
    ({ status, by: 'd2', reason, reportIds: ['u1.1', 'u2.4'], fuelPrice: 10 }) as const
  const onTheWay = [registered(), planned(), started()]
  const when = (events: Event[], status: Parameters<typeof to>[0]) =>
    givenEvents(createTruckAndScheduleAggregate(ID), events).when(changeScheduleStatus, to(status))

  it('sets out for the open reports', () => when([registered(), planned()], 'in-progress').then([started()]))
  it('is completed, and its trip is logged with it', () => when(onTheWay, 'completed').then([completed(), driven()]))
  it('logs every trip of its plan, whatever became of its truck since, and one way where it has no plan', () => {
    const inThree = planned(ID, { plan: { reports: 90, trips: 3, km: 75, litres: 9.1234 } })
    when([registered(), inThree, started()], 'completed').then([
      completed(),
      driven({ distance: 75, litres: 9.123, fuelLevel: 50.877, fuelCost: 91.23 }),
    ])
    when([registered(), planned(ID, { plan: undefined }), started()], 'completed').then([
      completed(),
      driven({ distance: 12.5, litres: 1.25, fuelLevel: 58.75, fuelCost: 12.5 }),
    ])
  })
  it('is cancelled before it set out', () => when([registered(), planned()], 'cancelled').then([cancelled([])]))
  it('gives its reports back when cancelled on the way, and says why', () =>
    givenEvents(createTruckAndScheduleAggregate(ID), onTheWay)
      .when(changeScheduleStatus, to('cancelled', 'Flat tyre'))
      .then([cancelled(['u1.1', 'u2.4'], 'Flat tyre')]))

  it.each([
    ['in-progress', onTheWay],
    ['completed', [...onTheWay, completed()]],
    ['completed', [...onTheWay, away([ID])]],
    ['cancelled', [...onTheWay, cancelled([])]],
  ] as const)('is %s only once', (status, events) => when([...events], status).then([]))

  it.each([
    ['completed', [registered(), planned()], 'This collection has not started yet.'],
    ['in-progress', [...onTheWay, completed()], 'This collection is already completed.'],
    ['cancelled', [...onTheWay, completed()], 'This collection is already completed.'],
    ['in-progress', [...onTheWay, cancelled([])], 'This collection was cancelled.'],
    ['completed', [...onTheWay, cancelled([])], 'This collection was cancelled.'],
  ] as const)('can’t become %s from there', (status, events, message) =>
    when([...events], status).then({ rejected: 'conflict', message }),
  )

  it('does not know another schedule of the truck', () =>
    when([registered(), planned('SCH-AN2-T1')], 'completed').then({ rejected: 'not-found' }))

  it('moves on by time only from the step before', () => {
    const byTime = (events: Event[], status: 'in-progress' | 'completed') =>
      givenEvents(createTruckAndScheduleAggregate(ID), events).when(advanceSchedule, to(status))
    const collected = (status: 'completed') =>
      givenEvents(createTruckAndScheduleAggregate(ID), onTheWay).when(advanceSchedule, {
        ...to(status),
        reportIds: ['u9.1'],
      })
    byTime([registered(), planned()], 'in-progress').then([started()])
    collected('completed').then([completed(), driven()])
    byTime([registered(), planned(), cancelled([])], 'in-progress').then([])
    byTime([...onTheWay, away([ID])], 'completed').then([])
    byTime([registered(), planned()], 'completed').then([])
    byTime([], 'completed').then([])
  })

  it('is overdue, not done, when its time runs out while bins are open that it set out for', () => {
    const late = { ...to('completed'), reportIds: ['u2.4', 'u9.1'] }
    givenEvents(createTruckAndScheduleAggregate(ID), onTheWay).when(advanceSchedule, late).then([overdue])
    givenEvents(createTruckAndScheduleAggregate(ID), [...onTheWay, overdue])
      .when(advanceSchedule, late)
      .then([])
    givenEvents(createTruckAndScheduleAggregate(ID), [...onTheWay, overdue])
      .when(changeScheduleStatus, to('completed'))
      .then([completed(), driven()])
  })

  it('is cancelled automatically before it begins, unless somebody waits again', () => {
    const callOff = (events: Event[], reportIds: string[]) =>
      givenEvents(createTruckAndScheduleAggregate(ID), events).when(advanceSchedule, { ...to('cancelled'), reportIds })
    callOff([registered(), planned()], []).then([cancelled([])])
    callOff(onTheWay, []).then([])
    callOff([registered(), planned()], ['u1.1']).then([])
  })
})

describe('a truck under any interleaving of two dispatchers and the clock', () => {
  const ids = ['SCH-AN1-T1', 'SCH-AW1-T1', 'SCH-AN2-T1', 'SCH-AN2.2-T1']
  const step = fc.record({
    scheduleId: fc.constantFrom(...ids),
    what: fc.constantFrom(
      'schedule',
      'in-progress',
      'completed',
      'cancelled',
      'start by time',
      'end by time',
      'call off',
    ),
    by: fc.constantFrom('d1', 'd2'),
  })
  type Step = { scheduleId: string; what: string; by: string }

  function decide(log: EventInStream<'vehicle'>[], { scheduleId, what, by }: Step) {
    const aggregate = createTruckAndScheduleAggregate(scheduleId)
    const state = log.reduce(aggregate.evolve, aggregate.initial)
    const move = (status: string) => ({ status, by, reportIds: [], fuelPrice: 10 }) as never
    if (what === 'schedule') return scheduleTruck({ ...command, scheduleId, scheduledBy: by }, state, NOW)
    if (what === 'start by time') return advanceSchedule(move('in-progress'), state, NOW)
    if (what === 'end by time') return advanceSchedule(move('completed'), state, NOW)
    if (what === 'call off') return advanceSchedule(move('cancelled'), state, NOW)
    return changeScheduleStatus(move(what), state, NOW)
  }

  it('is never in two places, and each schedule runs its course once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const log: EventInStream<'vehicle'>[] = [registered()]
        for (const step of steps) {
          const decision = decide(log, step)
          if (!isRejection(decision)) log.push(...decision)
        }
        const open = new Set<string>()
        const courses = new Map<string, string>()
        const moves = log.filter((happened) => happened.type.startsWith('Collection'))
        for (const { type: happened, data } of moves as { type: string; data: { scheduleId: string } }[]) {
          const before = courses.get(data.scheduleId) ?? ''
          courses.set(data.scheduleId, `${before}${happened.slice('Collection'.length)} `)
          if (happened === 'CollectionScheduled') open.add(data.scheduleId)
          if (happened === 'CollectionCompleted' || happened === 'CollectionCancelled') open.delete(data.scheduleId)
          expect(open.size).toBeLessThanOrEqual(1)
        }
        for (const course of courses.values())
          expect(course).toMatch(/^Scheduled (Started (Completed |Cancelled )?|Cancelled )?$/)
        expect(log.reduce(vehicleAggregate.evolve, vehicleAggregate.initial).scheduleId).toBe([...open][0])
        const recorded = log as (EventInStream<'vehicle'> & RecordedFields)[]
        for (const id of [...courses.keys(), 'no schedule']) {
          const aggregate = createTruckAndScheduleAggregate(id)
          expect(aggregate.fold?.(recorded)).toEqual(log.reduce(aggregate.evolve, aggregate.initial))
        }
      }),
    )
  })
})
