/** Random events of vehicles. */
import type { EventOf } from '#contract/events.ts'
import { addHours, type EventGenerator, pick } from './ingredients.ts'

let trips = 0

export const truck = { make: 'Ford', model: 'Transit', type: 'side_loader', registrationNumber: 'GW-1' } as const

const registered = (n: number, at: string): EventOf<'VehicleRegistered'> => ({
  type: 'VehicleRegistered',
  data: {
    vehicleId: `T${n}`,
    ...truck,
    year: 2020,
    fuelEfficiency: 8,
    tankCapacity: 80,
    fuelLevel: 40,
    registeredBy: 'd1',
    registeredAt: at,
  },
})

export const fleetEventGenerators = {
  vehicle: (n, _, { at }) => registered(n, at),
  archiveVehicle: (n, _, { at }) => ({
    type: 'VehicleArchived',
    data: { vehicleId: `T${n}`, archivedBy: 'd1', archivedAt: at },
  }),
  workshop: (n, _, { at }) => ({
    type: 'VehicleSentToWorkshop',
    data: { vehicleId: `T${n}`, sentBy: 'd1', sentAt: at },
  }),
  backInService: (n, _, { at }) => ({
    type: 'VehicleBackInService',
    data: { vehicleId: `T${n}`, returnedBy: 'd1', returnedAt: at },
  }),
  changeVehicle: (n, m, { at }) => ({
    type: 'VehicleChanged',
    data: {
      ...{ ...registered(n, at).data, fuelLevel: 10 * m, changedBy: 'd1', changedAt: at },
      ...(m % 2 && { type: 'rear_loader' as const }),
    },
  }),
  removeVehicle: (n, _, { at }) => ({
    type: 'VehicleRemoved',
    data: { vehicleId: `T${n}`, removedBy: 'd1', removedAt: at },
  }),
  refuel: (n, m, { at }) => ({
    type: 'VehicleRefuelled',
    data: {
      ...{ vehicleId: `T${n % 3}`, litres: m + 1, costPerLitre: 10 + n, fuelLevel: 41 + m },
      ...{ refuelledBy: 'd1', refuelledAt: at },
    },
  }),
  logTrip: (n, m, { at }) => ({
    type: 'TripLogged',
    data: {
      ...{ tripId: `t${++trips}`, vehicleId: `T${n % 3}`, tripType: pick(['collection', 'delivery'] as const, m) },
      ...{ distance: 10 * m, litres: m, fuelLevel: 40 - m, fuelCost: 10 * m },
      ...{ tripStart: addHours(at, -1), tripEnd: at, loggedBy: 'd1', loggedAt: at },
    },
  }),
} satisfies Record<string, EventGenerator>
