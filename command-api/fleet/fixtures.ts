/** Fixtures of fleet tests: a truck with 10 km per litre and 100 litres, and its events. */
import type { EventData } from '#contract/events.ts'
import { event } from '../kernel/decider.ts'
import { NOW } from '../kernel/fixtures.ts'

export const at = NOW.toISOString()
export const form = {
  type: 'rear_loader',
  make: 'Ford',
  model: 'Transit',
  year: 2022,
  registration_number: 'GW-1-22',
  fuel_efficiency_kmpl: 10,
  tank_capacity_liters: 100,
  current_fuel_level: 50,
} as const

export const facts = {
  vehicleId: 'T009',
  type: 'rear_loader',
  make: 'Ford',
  model: 'Transit',
  year: 2022,
  registrationNumber: 'GW-1-22',
  fuelEfficiency: 10,
  tankCapacity: 100,
  fuelLevel: 50,
} as const

export const registered = (more: Partial<EventData<'VehicleRegistered'>> = {}) =>
  event('VehicleRegistered', { ...facts, registeredBy: 'd1', registeredAt: at, ...more })
export const changed = (more: Partial<EventData<'VehicleChanged'>> = {}) =>
  event('VehicleChanged', { ...facts, changedBy: 'd1', changedAt: at, ...more })
export const archived = event('VehicleArchived', { vehicleId: 'T009', archivedBy: 'd1', archivedAt: at })
export const inWorkshop = event('VehicleSentToWorkshop', { vehicleId: 'T009', sentBy: 'd1', sentAt: at })
export const backInService = event('VehicleBackInService', { vehicleId: 'T009', returnedBy: 'd1', returnedAt: at })
export const removed = event('VehicleRemoved', { vehicleId: 'T009', removedBy: 'd1', removedAt: at })
export const refuelled = (litres: number, fuelLevel: number) =>
  event('VehicleRefuelled', {
    vehicleId: 'T009',
    litres,
    costPerLitre: 10,
    fuelLevel,
    refuelledBy: 'd1',
    refuelledAt: at,
  })
export const tripLoggedEvent = (more: Partial<EventData<'TripLogged'>> = {}) =>
  event('TripLogged', {
    tripId: 'TRIP-T009-1',
    vehicleId: 'T009',
    tripType: 'delivery',
    distance: 100,
    litres: 10,
    fuelLevel: 40,
    fuelCost: 100,
    tripStart: at,
    tripEnd: at,
    loggedBy: 'd1',
    loggedAt: at,
    ...more,
  })

const about = { scheduleId: 'SCH-AN3-T009', vehicleId: 'T009', zone: 'Ablekuma North' } as const
export const scheduled = event('CollectionScheduled', {
  ...about,
  cycle: 3,
  vehicle: { make: 'Ford', model: 'Transit', type: 'rear_loader', registrationNumber: 'GW-1-22' },
  siteId: 'WS001',
  reportsCount: 7,
  scheduledStart: at,
  estimatedCompletion: at,
  estimatedDistance: 12.5,
  estimatedFuel: 1.25,
  scheduledBy: 'd1',
  scheduledAt: at,
})
export const started = event('CollectionStarted', { ...about, reportIds: [], startedAt: at })
export const completed = event('CollectionCompleted', { ...about, reportIds: [], completedAt: at })
export const cancelled = event('CollectionCancelled', { ...about, reportIds: [], cancelledBy: 'd1', cancelledAt: at })
export const truckDispatched = (scheduleIds: string[] = []) =>
  event('TruckDispatched', {
    dispatchId: 'c1',
    vehicleId: 'T009',
    siteId: 'WS001',
    loads: [],
    scheduleIds,
    leftIds: [],
    estimatedArrival: at,
    dispatchedBy: 'd1',
    dispatchedAt: at,
  })
export const arrived = event('TruckArrived', { vehicleId: 'T009', siteId: 'WS001', arrivedAt: at })
