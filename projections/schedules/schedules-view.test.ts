/** Tests how schedule events change rows of schedules, vehicles and reports. */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { referenceOf } from '#domain/reference.ts'
import { vehiclesView } from '../fleet/vehicles-view.ts'
import { reportsView } from '../reports/reports-view.ts'
import { givenEvents } from '../runner/fixtures.ts'
import { schedulesView } from './schedules-view.ts'

const at = '2026-03-01T08:00:00.000Z'
const later = '2026-03-01T09:00:00.000Z'
const zone = 'Ablekuma North'
const vehicle = { make: 'Ford', model: 'Transit', type: 'side_loader', registrationNumber: 'GW-1' } as const
const plan = {
  zone,
  cycle: 1,
  siteId: 'WS001',
  reportsCount: 2,
  scheduledStart: at,
  estimatedCompletion: later,
  estimatedDistance: 12.5,
  plan: { reports: 2, trips: 1, km: 25, litres: 2 },
} as const
const scheduled = (scheduleId = 'S1', vehicleId = 'T1', scheduledBy = 'd1'): Event => ({
  type: 'CollectionScheduled',
  data: { ...plan, scheduleId, vehicleId, vehicle, estimatedFuel: 1, scheduledBy, scheduledAt: at },
})
const about = (scheduleId: string) => ({ scheduleId, vehicleId: 'T1', zone }) as const
const started = (scheduleId = 'S1', reportIds = ['u1.1', 'u2.1']): Event => ({
  type: 'CollectionStarted',
  data: { ...about(scheduleId), reportIds, startedAt: at },
})
const completed: Event = { type: 'CollectionCompleted', data: { ...about('S1'), reportIds: [], completedAt: later } }
const cancelled = (scheduleId = 'S1', reportIds = ['u1.1', 'u2.1']): Event => ({
  type: 'CollectionCancelled',
  data: { ...about(scheduleId), reportIds, cancelledBy: 'd1', cancelledAt: later, reason: 'Flat tyre' },
})

const dispatched: Event = {
  type: 'TruckDispatched',
  data: {
    dispatchId: 'COL-T1-1',
    vehicleId: 'T1',
    siteId: 'WS001',
    loads: [],
    scheduleIds: ['S1'],
    leftIds: [],
    estimatedArrival: later,
    dispatchedBy: 'd1',
    dispatchedAt: later,
  },
}
const moved = { scheduledStart: later, estimatedCompletion: '2026-03-01T12:00:00.000Z' }
const rescheduled: Event = {
  type: 'CollectionRescheduled',
  data: { ...about('S1'), ...moved, rescheduledBy: 'd1', rescheduledAt: at },
}

describe('a schedule', () => {
  const row = { id: 'S1', ...plan, vehicle: { id: 'T1', ...vehicle }, estimatedFuelConsumption: 1 }
  const isScheduled = { status: 'scheduled', open: true }
  it.each<[string, Event[], object]>([
    ['scheduled', [scheduled()], isScheduled],
    ['scheduled by the installation itself', [scheduled('S1', 'T1', 'system')], { ...isScheduled, automatic: true }],
    ['on the way', [scheduled(), started()], { status: 'in-progress', open: true, startedAt: at }],
    [
      'completed',
      [scheduled(), started(), completed],
      { status: 'completed', open: false, startedAt: at, completedAt: later },
    ],
    [
      'completed by its truck leaving for a site',
      [scheduled(), started(), dispatched],
      { status: 'completed', open: false, startedAt: at, completedAt: later },
    ],
    ['at another time', [scheduled(), rescheduled], { status: 'scheduled', open: true, ...moved }],
    [
      'cancelled',
      [scheduled(), cancelled()],
      { status: 'cancelled', open: false, cancelledAt: later, reason: 'Flat tyre' },
    ],
  ])('%s', (_, events, as) => givenEvents(schedulesView, events).then('S1', { ...row, ...as, position: events.length }))
})

describe('its truck', () => {
  const registered: Event = {
    type: 'VehicleRegistered',
    data: {
      vehicleId: 'T1',
      ...vehicle,
      year: 2022,
      fuelEfficiency: 12.5,
      tankCapacity: 80,
      fuelLevel: 40,
      registeredBy: 'd1',
      registeredAt: at,
    },
  }
  const truck = {
    id: 'T1',
    type: 'side_loader',
    make: 'Ford',
    model: 'Transit',
    year: 2022,
    registration_number: 'GW-1',
    fuel_efficiency_kmpl: 12.5,
    tank_capacity_liters: 80,
    current_fuel_level: 40,
    fuel_percentage: 50,
    estimated_range_km: 500,
    needs_refuel: false,
    in_fleet: true,
  }
  it.each<[string, Event[], object]>([
    ['scheduled', [scheduled()], { collection: 'scheduled' }],
    ['on-route', [scheduled(), started()], { collection: 'on-route' }],
    ['available', [scheduled(), started(), completed], {}],
    ['available', [scheduled(), cancelled()], {}],
    ['in-transit', [scheduled(), started(), dispatched], { bound_for: 'WS001', aboard: [] }],
  ])('is %s', (status, events, more) =>
    givenEvents(vehiclesView, [registered, ...events]).then('T1', {
      ...truck,
      ...more,
      status,
      position: events.length + 1,
    }),
  )
})

describe('a report', () => {
  const told = { reportedCount: 1, total: 2, threshold: 2 }
  const reported: Event = {
    type: 'BinReportedFull',
    data: { reportId: 'u1.1', userId: 'u1', zone, sealed: 's', reportedAt: at, told },
  }
  const collected: Event = {
    type: 'ReportCollected',
    data: { reportId: 'u1.1', userId: 'u1', zone, reportedAt: at, collectedBy: 'd1', collectedAt: later },
  }
  const base = { id: 'u1.1', reference: referenceOf('report', 'u1.1'), userId: 'u1', zone, sealed: 's', timestamp: at }
  const row = { ...base, open: true, replaced: false }
  const onItsWay = { ...row, status: 'in-progress' }

  it('is in progress once the truck has set out', () =>
    givenEvents(reportsView, [reported, started()]).then('u1.1', {
      ...onItsWay,
      scheduleIds: ['S1'],
      roundId: 'S1',
      position: 2,
    }))
  it('is new again when that is cancelled', () =>
    givenEvents(reportsView, [reported, started(), cancelled()]).then('u1.1', {
      ...row,
      status: 'new',
      scheduleIds: [],
      roundId: 'S1',
      position: 3,
    }))
  it('stays in progress while another truck is on its way', () =>
    givenEvents(reportsView, [reported, started(), started('S2'), cancelled()]).then('u1.1', {
      ...onItsWay,
      scheduleIds: ['S2'],
      roundId: 'S2',
      position: 4,
    }))
  it('is left alone by a truck that set out for others', () =>
    givenEvents(reportsView, [reported, started('S1', ['u2.1'])]).then('u1.1', { ...row, status: 'new', position: 1 }))
  it('stays collected, independent of the truck', () =>
    givenEvents(reportsView, [reported, collected, started(), cancelled()]).then('u1.1', {
      ...row,
      status: 'collected',
      open: false,
      collectedAt: later,
      collectedBy: 'd1',
      loose: true,
      position: 2,
    }))

  const open = { ...row, status: 'new', scheduleIds: [], roundId: 'S1' }
  it('is new again when its collection is completed without it', () => {
    const completed: Event = {
      type: 'CollectionCompleted',
      data: { scheduleId: 'S1', vehicleId: 'T1', zone, reportIds: ['u1.1'], completedAt: later },
    }
    return givenEvents(reportsView, [reported, started(), completed]).then('u1.1', { ...open, position: 3 })
  })
  const left = (leftIds: string[], markedIds: string[]): Event => ({
    type: 'TruckDispatched',
    data: {
      dispatchId: 'COL-T1-1',
      vehicleId: 'T1',
      siteId: 'WS001',
      loads: [{ deliveryId: 'DEL-T1-1-AN', zone, reportIds: [], markedIds, weight: 450 }],
      scheduleIds: ['S1'],
      leftIds,
      estimatedArrival: later,
      dispatchedBy: 'd1',
      dispatchedAt: later,
    },
  })
  it('is new again when its truck leaves without it', () =>
    givenEvents(reportsView, [reported, started(), left(['u1.1'], [])]).then('u1.1', { ...open, position: 3 }))
  it('has the last word of its driver, without a position', async () => {
    const served: Event = {
      type: 'StopServed',
      data: {
        ...{ stopId: 'u1.1', userId: 'u1', zone, scheduleId: 'S1', vehicleId: 'T1', outcome: 'exception' },
        ...{ exception: 'not-out', sealedFix: 'fix', metres: 7, servedBy: 'v1', servedAt: later, recordedAt: later },
      },
    }
    const shown = await givenEvents(reportsView, [reported, started(), served]).row('u1.1')
    const said = { outcome: 'exception', exception: 'not-out', placed: true, metres: 7, driverId: 'v1', at: later }
    expect(shown).toMatchObject({ status: 'in-progress', open: true, roundId: 'S1', served: said })
    expect(JSON.stringify(shown)).not.toContain('"fix"')
  })
  it('is aboard, although its own truck left it when it departed', async () => {
    const aboard = await givenEvents(reportsView, [reported, started(), collected, left(['u1.1'], ['u1.1'])]).row(
      'u1.1',
    )
    expect(aboard).toMatchObject({ status: 'collected', open: false, deliveryId: 'DEL-T1-1-AN', position: 4 })
    expect(aboard).not.toHaveProperty('loose', true)
  })
  it('waits for no load any more when it is aboard one', async () => {
    const aboard = await givenEvents(reportsView, [reported, collected, left([], ['u1.1'])]).row('u1.1')
    expect(aboard).toMatchObject({ status: 'collected', open: false, position: 3 })
    expect(aboard).not.toHaveProperty('loose', true)
  })
})

it('a schedule whose time ran out says since when', async () => {
  const overdue: Event = {
    type: 'CollectionOverdue',
    data: { scheduleId: 'S1', vehicleId: 'T1', zone, overdueAt: later },
  }
  const row = await givenEvents(schedulesView, [scheduled(), started(), overdue]).row('S1')
  expect(row).toMatchObject({ status: 'in-progress', open: true, overdueAt: later })
})
