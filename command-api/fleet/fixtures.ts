/** Fixtures of fleet tests: a truck (10 km per litre, 100 litres). */
import type { EventData } from '#contract/events.ts'
import { createEvent } from '../kernel/decider.ts'
import { NOW } from '../kernel/fixtures.ts'

export const NOW_ISO = NOW.toISOString()
export const vehicleForm = {
  type: 'rear_loader',
  make: 'Ford',
  model: 'Transit',
  year: 2022,
  registration_number: 'GW-1-22',
  fuel_efficiency_kmpl: 10,
  tank_capacity_liters: 100,
  current_fuel_level: 50,
} as const

export const vehicleFacts = {
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

export const vehicleRegistered = (more: Partial<EventData<'VehicleRegistered'>> = {}) =>
  createEvent('VehicleRegistered', { ...vehicleFacts, registeredBy: 'd1', registeredAt: NOW_ISO, ...more })
export const vehicleChanged = (more: Partial<EventData<'VehicleChanged'>> = {}) =>
  createEvent('VehicleChanged', { ...vehicleFacts, changedBy: 'd1', changedAt: NOW_ISO, ...more })
export const vehicleArchived = createEvent('VehicleArchived', {
  vehicleId: 'T009',
  archivedBy: 'd1',
  archivedAt: NOW_ISO,
})
export const vehicleSentToWorkshop = createEvent('VehicleSentToWorkshop', {
  vehicleId: 'T009',
  sentBy: 'd1',
  sentAt: NOW_ISO,
})
export const vehicleBackInService = createEvent('VehicleBackInService', {
  vehicleId: 'T009',
  returnedBy: 'd1',
  returnedAt: NOW_ISO,
})
export const vehicleRemoved = createEvent('VehicleRemoved', { vehicleId: 'T009', removedBy: 'd1', removedAt: NOW_ISO })
export const vehicleRefuelled = (litres: number, fuelLevel: number) =>
  createEvent('VehicleRefuelled', {
    vehicleId: 'T009',
    litres,
    costPerLitre: 10,
    fuelLevel,
    refuelledBy: 'd1',
    refuelledAt: NOW_ISO,
  })
export const tripLoggedEvent = (more: Partial<EventData<'TripLogged'>> = {}) =>
  createEvent('TripLogged', {
    tripId: 'TRIP-T009-1',
    vehicleId: 'T009',
    tripType: 'delivery',
    distance: 100,
    litres: 10,
    fuelLevel: 40,
    fuelCost: 100,
    tripStart: NOW_ISO,
    tripEnd: NOW_ISO,
    loggedBy: 'd1',
    loggedAt: NOW_ISO,
    ...more,
  })

const about = { scheduleId: 'SCH-AN3-T009', vehicleId: 'T009', zone: 'Ablekuma North' } as const
export const collectionScheduled = createEvent('CollectionScheduled', {
  ...about,
  cycle: 3,
  vehicle: { make: 'Ford', model: 'Transit', type: 'rear_loader', registrationNumber: 'GW-1-22' },
  siteId: 'WS001',
  reportsCount: 7,
  scheduledStart: NOW_ISO,
  estimatedCompletion: NOW_ISO,
  estimatedDistance: 12.5,
  estimatedFuel: 1.25,
  scheduledBy: 'd1',
  scheduledAt: NOW_ISO,
})
export const collectionStarted = createEvent('CollectionStarted', { ...about, reportIds: [], startedAt: NOW_ISO })
export const collectionCompleted = createEvent('CollectionCompleted', { ...about, reportIds: [], completedAt: NOW_ISO })
export const collectionCancelled = createEvent('CollectionCancelled', {
  ...about,
  reportIds: [],
  cancelledBy: 'd1',
  cancelledAt: NOW_ISO,
})
export const truckDispatched = (scheduleIds: string[] = []) =>
  createEvent('TruckDispatched', {
    dispatchId: 'c1',
    vehicleId: 'T009',
    siteId: 'WS001',
    loads: [],
    scheduleIds,
    leftIds: [],
    estimatedArrival: NOW_ISO,
    dispatchedBy: 'd1',
    dispatchedAt: NOW_ISO,
  })
export const truckArrived = createEvent('TruckArrived', { vehicleId: 'T009', siteId: 'WS001', arrivedAt: NOW_ISO })
