/** Tests the views, endpoints and feed rooms of the fleet. */
import { Router } from 'express'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Event, EventData } from '#contract/events.ts'
import { mountReadRoutes } from '../app.ts'
import { readRoom, toClientRows } from '../feed/read-room.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import { accountErased, createCall, openProjectionsFixture, zone } from '../queries/fixtures.ts'
import { createPersonDirectory } from '../queries/people.ts'
import { givenEvents } from '../runner/fixtures.ts'
import { createFleetReadHandlers } from './routes.ts'
import { tripsView } from './trips-view.ts'
import { vehiclesView } from './vehicles-view.ts'

const at = '2026-03-01T08:00:00.000Z'
const facts = {
  type: 'rear_loader',
  make: 'Ford',
  model: 'Transit',
  year: 2022,
  registrationNumber: 'GW-1',
  fuelEfficiency: 10,
  tankCapacity: 80,
  fuelLevel: 40,
} as const
type Data<T extends Event['type']> = Partial<EventData<Extract<Event['type'], T>>>
const registered = (vehicleId = 'T1', more: Data<'VehicleRegistered'> = {}) =>
  ({
    type: 'VehicleRegistered',
    data: { vehicleId, ...facts, registeredBy: 'd1', registeredAt: at, ...more },
  }) as const
const changed = (more: Data<'VehicleChanged'> = {}) =>
  ({ type: 'VehicleChanged', data: { vehicleId: 'T1', ...facts, changedBy: 'd1', changedAt: at, ...more } }) as const
const trip = (tripId: string, more: Data<'TripLogged'> = {}) => {
  const figures = { distance: 205, litres: 20.5, fuelLevel: 19.5, fuelCost: 205, tripStart: at, tripEnd: at }
  const data = { tripId, vehicleId: 'T1', tripType: 'delivery', ...figures, loggedBy: 'd1', loggedAt: at, ...more }
  return { type: 'TripLogged', data } as Extract<Event, { type: 'TripLogged' }>
}
const archived = { type: 'VehicleArchived', data: { vehicleId: 'T1', archivedBy: 'd1', archivedAt: at } } as const
const removed = { type: 'VehicleRemoved', data: { vehicleId: 'T1', removedBy: 'd1', removedAt: at } } as const
/** Builds an event with only the fields that the view reads. */
const happens = (type: string, more: object = {}) => ({ type, data: { vehicleId: 'T1', ...more } }) as unknown as Event
const scheduled = happens('CollectionScheduled')
const started = happens('CollectionStarted')
const away = (scheduleIds: string[] = [], status = 'in-transit', deliveryId = 'D1') =>
  happens('TruckDispatched', { siteId: 'WS001', scheduleIds, loads: [{ deliveryId, status }] })
const waits = away([], 'pending')
const again = away([], 'in-transit', 'D2')
const updated = (siteId: string, more: object = {}) =>
  happens('SiteCompositionUpdated', { siteId, arrived: [{ deliveryId: 'D1', vehicleId: 'T1' }], ...more })

describe('what a truck is doing', () => {
  it.each<[string, Event[]]>([
    ['available', []],
    ['scheduled', [scheduled]],
    ['on-route', [scheduled, started]],
    ['available', [scheduled, started, happens('CollectionCompleted')]],
    ['available', [scheduled, happens('CollectionCancelled')]],
    ['maintenance', [happens('VehicleSentToWorkshop')]],
    ['available', [happens('VehicleSentToWorkshop'), happens('VehicleBackInService')]],
    ['maintenance', [happens('VehicleSentToWorkshop'), changed({ make: 'MAN' })]],
    ['in-transit', [away()]],
    ['in-transit', [scheduled, started, away(['S1'])]],
    ['available', [scheduled, started, away(['S1']), happens('TruckArrived')]],
    ['scheduled', [away(), happens('TruckArrived'), scheduled]],
    ['available', [away(), updated('WS001')]],
    ['in-transit', [away(), updated('WS002')]],
    ['in-transit', [waits, away(), updated('WS001')]],
    ['in-transit', [away(), waits, updated('WS001')]],
    ['in-transit', [away(), updated('WS001'), again, updated('WS001', { corrects: 1 })]],
    ['in-transit', [away(), updated('WS001'), happens('TruckArrived'), again, updated('WS001', { corrects: 1 })]],
    ['in-transit', [away(), again, updated('WS001')]],
    [
      'available',
      [away(), updated('WS001'), again, updated('WS001', { arrived: [{ deliveryId: 'D2', vehicleId: 'T1' }] })],
    ],
    ['available', [waits, away(), updated('WS001'), happens('TruckArrived')]],
    ['available', [waits, happens('TruckArrived'), away(), updated('WS001')]],
    ['on-route', [scheduled, started, changed({ make: 'MAN' })]],
    ['in-transit', [away(), changed({ make: 'MAN' })]],
  ])('is %s', async (status, events) =>
    expect(await givenEvents(vehiclesView, [registered(), ...events]).row('T1')).toMatchObject({ status }),
  )
})

describe('what is in its tank', () => {
  const row = (...events: Event[]) => givenEvents(vehiclesView, [registered(), ...events]).row('T1')
  const refuelled = (fuelLevel: number) => happens('VehicleRefuelled', { fuelLevel })

  it('falls with a trip and rises with a refuelling', async () => {
    expect(await row(trip('a'))).toMatchObject({
      current_fuel_level: 19.5,
      fuel_percentage: 24.4,
      estimated_range_km: 195,
      needs_refuel: true,
    })
    expect(await row(trip('a'), refuelled(20))).toMatchObject({ fuel_percentage: 25, needs_refuel: false })
  })
  it('is what the form says, of the tank that the form says', async () =>
    expect(await row(changed({ tankCapacity: 160, fuelEfficiency: 5 }))).toMatchObject({
      tank_capacity_liters: 160,
      fuel_percentage: 25,
      estimated_range_km: 200,
    }))
  it('is nobody’s where there is no truck', async () =>
    expect(await givenEvents(vehiclesView, [trip('a'), archived, away()]).row('T1')).toBeUndefined())
})

it('a trip is a row', () =>
  givenEvents(tripsView, [trip('TRIP-T1-1', { description: 'To the site' })]).then('TRIP-T1-1', {
    id: 'TRIP-T1-1',
    vehicle_id: 'T1',
    trip_type: 'delivery',
    distance_km: 205,
    fuel_consumed: 20.5,
    fuel_cost: 205,
    trip_start: at,
    trip_end: at,
    route_description: 'To the site',
    position: 1,
  }))

describe('at the door', () => {
  let city: Awaited<ReturnType<typeof openProjectionsFixture>>
  beforeEach(async () => {
    city = await openProjectionsFixture()
  })
  afterEach(() => city.close())
  const vehicles = async (query = {}) => {
    const answer = await createFleetReadHandlers(city.reading, createPersonDirectory(city.reading)).vehicles?.(
      createCall<'vehicles'>('d1', 'dispatcher', { query }),
      presentSnapshotOf(city.reading),
    )
    return answer && 'vehicles' in answer ? answer.vehicles : []
  }
  const room = async (after?: number) => {
    const read = await readRoom(
      'vehicles',
      { userId: 'd1', role: 'dispatcher', zone, sessionId: 's1' },
      after,
      city.reading,
    )
    return {
      ...read,
      rows: await toClientRows('vehicles', read.rows, { sealer: city.reading.sealer, rows: city.reading.runner.rows }),
    }
  }
  const logs = async (query: object) => {
    const answer = await createFleetReadHandlers(city.reading, createPersonDirectory(city.reading)).fuelLogs?.(
      createCall<'fuelLogs'>('d1', 'dispatcher', { query }),
      presentSnapshotOf(city.reading),
    )
    return answer && 'logs' in answer ? answer.logs.map(({ id }) => id) : []
  }

  it('drivers are named, and only the contract’s fields are returned', async () => {
    const driver = await city.reading.sealer.seal('driver-T1', { name: 'Esi', contact: '+233 00 1' })
    await city.happened(registered('T1', { driver }), registered('T2'))
    const [first, second] = await vehicles()
    expect(first).toMatchObject({ id: 'T1', driver_name: 'Esi', driver_contact: '+233 00 1', status: 'available' })
    for (const own of ['driver', 'in_fleet', 'position']) expect(Object.keys({ ...first })).not.toContain(own)
    expect(second).toMatchObject({ id: 'T2', driver_name: undefined })
    expect(await room()).toMatchObject({ rows: [first, second] })
  })

  it('an archived or deleted truck leaves the list and the board, and keeps its trips', async () => {
    await city.happened(registered('T1'), registered('T2'), trip('TRIP-T1-1'))
    await city.happened(archived)
    expect((await vehicles()).map(({ id }) => id)).toEqual(['T2'])
    expect(await room()).toMatchObject({ rows: [{ id: 'T2' }] })
    expect(await room(3)).toMatchObject({ snapshot: false, rows: [], removed: ['T1'] })
    expect(await logs({ vehicle_id: 'T1' })).toEqual(['TRIP-T1-1'])
  })

  it('archived trucks are listed apart, the last one first, with who did it and when', async () => {
    const later = { vehicleId: 'T2', archivedBy: 'd2', archivedAt: '2026-03-02T08:00:00.000Z' }
    await city.happened(
      await city.registered('d1', { role: 'dispatcher', name: 'Efua' }),
      await city.registered('d2', { role: 'dispatcher' }),
      ...['T1', 'T2', 'T3', 'T4'].map((id) => registered(id)),
      archived,
      { type: 'VehicleArchived', data: later },
      { ...removed, data: { ...removed.data, vehicleId: 'T3' } },
      accountErased('d2'),
    )
    const [last, first, ...others] = await vehicles({ archived: '1' })
    expect(last).toMatchObject({ id: 'T2', archived: true, archived_by: 'Erased user', archived_at: later.archivedAt })
    expect(first).toMatchObject({ id: 'T1', archived_by: 'Efua', archived_at: at })
    expect(first).not.toHaveProperty('archiver')
    expect(others).toEqual([])
    expect((await vehicles()).map(({ id }) => id)).toEqual(['T4'])
  })

  it('a deleted truck’s driver is forgotten at once', async () => {
    const { sealer } = city.reading
    mountReadRoutes(Router(), city.reading as never, new Uint8Array(32))
    const driver = await sealer.seal('driver-T1', { name: 'Esi' })
    await city.happened(registered('T1', { driver }))
    await vehicles()
    await city.happened(removed)
    expect(await vehicles()).toEqual([])
    expect(await sealer.open([{ personId: 'driver-T1', sealed: driver }])).toEqual([undefined])
  })

  it('trips come newest first, of one truck or all, up to the limit', async () => {
    const on = (day: number) => ({ tripStart: `2026-03-0${day}T08:00:00.000Z` })
    await city.happened(trip('a', on(1)), trip('b', { ...on(3), vehicleId: 'T2' }), trip('c', on(2)))
    expect(await logs({})).toEqual(['b', 'c', 'a'])
    expect(await logs({ vehicle_id: 'T1' })).toEqual(['c', 'a'])
    expect(await logs({ limit: 1 })).toEqual(['b'])
    expect(await logs({ vehicle_id: 'T9' })).toEqual([])
  })
})
