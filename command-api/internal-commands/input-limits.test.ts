/** Tests the limits of input values: a value outside gets an error message in plain words. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import {
  CalculateConsumptionBody,
  ChangeDeliveryStatusBody,
  ChangeVehicleBody,
  CreateDeliveryBody,
  LogTripBody,
  RefuelBody,
  RegisterVehicleBody,
  SaveConfigurationBody,
  UpdateCompositionBody,
} from '#contract/commands.ts'
import type { Event } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { deliveryAggregate } from '../aggregates/delivery.ts'
import { siteContentsFold } from '../aggregates/site.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import { logTrip } from '../fleet/log-trip.ts'
import { createEvent, type Decision } from '../kernel/decider.ts'
import { NOW } from '../kernel/fixtures.ts'
import { dispatchTruck } from '../schedules/dispatch-truck.ts'
import { changeDeliveryStatus } from '../schedules/move-delivery.ts'
import { updateComposition } from '../sites/update-composition.ts'

const at = NOW.toISOString()
const inDays = (days: number, ms = 0) => new Date(NOW.getTime() + days * 86_400_000 + ms).toISOString()
const zone = 'Ablekuma North'

const truck = {
  type: 'side_loader',
  make: 'Ford',
  model: 'Transit',
  year: 2022,
  registration_number: 'GW-1',
  fuel_efficiency_kmpl: 10,
  tank_capacity_liters: 100,
  current_fuel_level: 50,
}
const send = { truckId: 'T1', facilityId: 'WS001', zone }
const trip = { vehicle_id: 'T1', trip_type: 'delivery', distance_km: 10, trip_start: at, trip_end: at }
const refuel = { vehicle_id: 'T1', liters_added: 10, cost_per_liter: 10 }
const composition = { plastic: 60, organic: 40, currentCapacity: 500 }
const nextYear = 2027
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-01T12:00:00.000Z') }))
afterAll(() => void vi.useRealTimers())
const customers = (totalCustomers: number) => ({
  config: { zone_customers: { [zone]: { totalCustomers }, 'Ayawaso West': { totalCustomers: 82 } } },
})
const config = (part: string, of: object) => ({ config: { [part]: of } })
const site = (lat: number, lng: number) =>
  config('dumping_sites', [{ id: 'WS001', name: 'North', location: '', coordinates: { lat, lng } }])
const km = (distance: number) => config('zone_distances', { [zone]: { WS001: distance }, 'Ayawaso West': {} })

const commands = {
  CalculateConsumption: CalculateConsumptionBody,
  ChangeVehicle: ChangeVehicleBody,
  CreateDelivery: CreateDeliveryBody,
  LogTrip: LogTripBody,
  MoveDelivery: ChangeDeliveryStatusBody,
  Refuel: RefuelBody,
  RegisterVehicle: RegisterVehicleBody,
  SaveConfiguration: SaveConfigurationBody,
  UpdateComposition: UpdateCompositionBody,
}

/** Test cases for command fields: a body just inside the field's limit, and one just outside. */
const fields: [keyof typeof commands, string, inside: object, outside: object][] = [
  ['CreateDelivery', 'weight', { ...send, weight: 0.1 }, { ...send, weight: 0 }],
  ['CreateDelivery', 'weight', { ...send, weight: 25_000 }, { ...send, weight: 25_000.1 }],
  [
    'CreateDelivery',
    'a part',
    { ...send, composition: { plastic: 100 } },
    { ...send, composition: { plastic: 100.1 } },
  ],
  ['MoveDelivery', 'weight', { status: 'arrived', weight: 25_000 }, { status: 'arrived', weight: 25_001 }],
  ['MoveDelivery', 'weight', { status: 'arrived', weight: 1 }, { status: 'arrived', weight: -1 }],
  ['UpdateComposition', 'load', { ...composition, currentCapacity: 0 }, { ...composition, currentCapacity: -0.1 }],
  ['UpdateComposition', 'weight', { ...composition, weight: 25_000 }, { ...composition, weight: 25_001 }],
  ['UpdateComposition', 'parts', composition, { ...composition, plastic: 60.1 }],
  ['LogTrip', 'distance', { ...trip, distance_km: 0.1 }, { ...trip, distance_km: 0 }],
  ['LogTrip', 'distance', { ...trip, distance_km: 2_000 }, { ...trip, distance_km: 2_000.1 }],
  ['LogTrip', 'cost', { ...trip, fuel_cost: 0 }, { ...trip, fuel_cost: -0.01 }],
  ['LogTrip', 'cost', { ...trip, fuel_cost: 100_000 }, { ...trip, fuel_cost: 100_001 }],
  ['LogTrip', 'end', trip, { ...trip, trip_end: inDays(0, -1) }],
  ['LogTrip', 'length', { ...trip, trip_end: inDays(7) }, { ...trip, trip_end: inDays(7, 1) }],
  ['Refuel', 'litres', { ...refuel, liters_added: 500 }, { ...refuel, liters_added: 500.1 }],
  ['Refuel', 'litres', { ...refuel, liters_added: 0.1 }, { ...refuel, liters_added: 0 }],
  ['Refuel', 'price', { ...refuel, cost_per_liter: 1_000 }, { ...refuel, cost_per_liter: 1_001 }],
  ['Refuel', 'price', { ...refuel, cost_per_liter: 0 }, { ...refuel, cost_per_liter: -1 }],
  ['RegisterVehicle', 'year', { id: 'T1', ...truck, year: 2000 }, { id: 'T1', ...truck, year: 1999 }],
  ['ChangeVehicle', 'year', { ...truck, year: nextYear }, { ...truck, year: nextYear + 1 }],
  ['ChangeVehicle', 'km/l', { ...truck, fuel_efficiency_kmpl: 15 }, { ...truck, fuel_efficiency_kmpl: 15.1 }],
  ['ChangeVehicle', 'km/l', { ...truck, fuel_efficiency_kmpl: 1 }, { ...truck, fuel_efficiency_kmpl: 0.9 }],
  ['ChangeVehicle', 'tank', { ...truck, tank_capacity_liters: 500 }, { ...truck, tank_capacity_liters: 501 }],
  ['ChangeVehicle', 'fuel', { ...truck, current_fuel_level: 100 }, { ...truck, current_fuel_level: 100.1 }],
  [
    'CalculateConsumption',
    'distance',
    { vehicle_id: 'T1', planned_distance_km: 2_000 },
    { vehicle_id: 'T1', planned_distance_km: 2_001 },
  ],
  ['SaveConfiguration', 'customers', customers(1_000_000), customers(1_000_001)],
  ['SaveConfiguration', 'customers', customers(1), customers(0)],
  ['SaveConfiguration', 'distance', km(1_000), km(1_000.1)],
  ['SaveConfiguration', 'latitude', site(90, 0), site(90.1, 0)],
  ['SaveConfiguration', 'longitude', site(0, -180), site(0, -180.1)],
  [
    'SaveConfiguration',
    'price',
    config('fuel_prices', { diesel: 1_000, petrol: 0 }),
    config('fuel_prices', { diesel: 1_000.1, petrol: 0 }),
  ],
  [
    'SaveConfiguration',
    'percent',
    config('thresholds', { recommendPercent: 100, smallZone: 1_000_000 }),
    config('thresholds', { recommendPercent: 100.1, smallZone: 1_000_000 }),
  ],
  [
    'SaveConfiguration',
    'small zone',
    config('thresholds', { recommendPercent: 1, smallZone: 0 }),
    config('thresholds', { recommendPercent: 1, smallZone: -1 }),
  ],
  [
    'SaveConfiguration',
    'date shift',
    { config: { compositionDateShiftHours: -24 } },
    { config: { compositionDateShiftHours: 24.1 } },
  ],
]

/** Matches default messages of the schema library, not meant for users. */
const LIBRARY = /expected|received|invalid|too (big|small)|NaN/i

describe('at the door', () => {
  it.each(fields)('%s: %s', (command, _, inside, outside) => {
    const schema: z.ZodType = commands[command]
    expect(schema.safeParse(inside).error).toBeUndefined()
    const messages = schema.safeParse(outside).error?.issues.map(({ message }) => message) ?? []
    expect(messages.length).toBeGreaterThan(0)
    for (const message of messages) {
      expect(message).not.toMatch(LIBRARY)
      if (!message.startsWith('Year')) expect(message).not.toMatch(/\d{4}/)
    }
  })
})

const fold = <S>({ initial, evolve }: { initial: S; evolve(state: S, event: Event): S }, events: Event[]) =>
  events.reduce(evolve, initial)
const T1 = fold(vehicleAggregate, [
  createEvent('VehicleRegistered', {
    vehicleId: 'T1',
    type: 'side_loader',
    make: 'Ford',
    model: 'Transit',
    year: 2022,
    registrationNumber: 'GW-1',
    fuelEfficiency: 10,
    tankCapacity: 100,
    fuelLevel: 50,
    registeredBy: 'd1',
    registeredAt: at,
  }),
])
const WS001 = fold(siteContentsFold, [
  createEvent('SiteOpened', {
    siteId: 'WS001',
    name: 'North',
    location: '',
    coordinates: { lat: 0, lng: 0 },
    maxCapacity: 1_000,
    currentCapacity: 500,
    composition: {},
    openedBy: 'd1',
    openedAt: at,
  }),
])
const load = { zone, code: 'AN', reportIds: [] } as const
const leave = (more: { weight?: number; estimatedArrival?: string }) => {
  const { weight, estimatedArrival } = more
  const command = {
    vehicleId: 'T1',
    siteId: 'WS001',
    loads: [{ ...load, reportIds: [], weight }],
    distance: 10,
    fuelPrice: 10,
  }
  return dispatchTruck({ ...command, estimatedArrival, dispatchedBy: 'd1' }, T1, NOW)
}
const drive = (trip_start: string, trip_end: string, now = NOW) =>
  logTrip(
    { vehicle_id: 'T1', trip_type: 'delivery', distance_km: 10, trip_start, trip_end, fuelPrice: 10, loggedBy: 'd1' },
    T1,
    now,
  )
const fill = (currentCapacity: number) =>
  updateComposition(
    { siteId: 'WS001', composition: { organic: 100 }, currentCapacity, source: 'typed', arrived: [], updatedBy: 'd1' },
    WS001,
    NOW,
  )

const decisions: [string, inside: () => Decision, outside: () => Decision][] = [
  [
    'an arrival before the dispatch',
    () => leave({ estimatedArrival: at }),
    () => leave({ estimatedArrival: inDays(-1) }),
  ],
  [
    'an arrival in 9999',
    () => leave({ estimatedArrival: inDays(7) }),
    () => leave({ estimatedArrival: '9999-12-31T00:00:00.000Z' }),
  ],
  [
    'an arrival after a week',
    () => leave({ estimatedArrival: inDays(7) }),
    () => leave({ estimatedArrival: inDays(7, 1) }),
  ],
  ['the load of a small truck', () => leave({ weight: 8_000 }), () => leave({ weight: 8_001 })],
  ['a load in a site that is full', () => fill(1_100), () => fill(1_100.01)],
  ['999,999 t in a site for 1,000', () => fill(1_000), () => fill(999_999)],
  [
    'a trip that begins later',
    () => drive(inDays(0, 59_000), inDays(0, 60_000)),
    () => drive(inDays(0, 61_000), inDays(0, 61_000)),
  ],
  ['a trip that ends later', () => drive(at, inDays(0, 60_000)), () => drive(at, inDays(0, 61_000))],
  [
    'a trip before the truck was there',
    () => drive(inDays(-30), inDays(-29)),
    () => drive(inDays(-30, -1), inDays(-29)),
  ],
]

describe('what only the state can tell', () => {
  it.each(decisions)('%s', (_, inside, outside) => {
    expect(isRejection(inside())).toBe(false)
    const refused = outside()
    expect(refused).toMatchObject({ rejected: 'bad-request' })
    expect((refused as { message: string }).message).toMatch(/^[A-Z].{10,}/)
  })
})

describe('a recycler', () => {
  const created = fold(deliveryAggregate, [
    createEvent('DeliveryCreated', {
      deliveryId: 'DEL-T1-1-AN',
      vehicleId: 'T1',
      siteId: 'WS001',
      zone,
      status: 'in-transit',
      estimated: true,
      reportsCount: 1,
      estimatedArrival: at,
      createdBy: 'd1',
      createdAt: at,
    }),
  ])
  const move = (ownSite?: string) =>
    changeDeliveryStatus({ deliveryId: 'DEL-T1-1-AN', status: 'arrived', movedBy: 'r1', ownSite }, created, NOW)
  it('moves the deliveries to their own site, and no others', () => {
    expect(isRejection(move('WS001'))).toBe(false)
    expect(move('WS002')).toMatchObject({
      rejected: 'forbidden',
      message: 'You can only do this for deliveries to your own site.',
    })
  })
  it('moves none without a site; a dispatcher moves all', () => {
    expect(move('')).toMatchObject({ rejected: 'forbidden' })
    expect(isRejection(move())).toBe(false)
  })
})

it.each([
  [() => leave({ weight: 8_001 }), 'This truck carries at most 8,000\u00a0kg.'],
  [() => fill(2_000), 'This site takes 1,000\u00a0t: enter at most 1,100\u00a0t.'],
])('says its border with its thousands', (decide, message) => expect(decide()).toMatchObject({ message }))
