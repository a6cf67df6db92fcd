/** The fleet's endpoints: vehicles, fuel and trips. */
import { z } from 'zod'
import {
  CalculateConsumption,
  ChangeVehicle,
  LogTrip,
  Refuel,
  RegisterVehicle,
  SetMaintenance,
} from '../commands/fleet.ts'
import { create, get, list, message, post, put, remove, written } from '../endpoint.ts'
import { FuelAnalytics, FuelLog, Vehicle } from '../views/fleet.ts'

export const fleet = {
  vehicles: get(
    '/fuel/vehicles',
    ['dispatcher', 'admin'],
    'The fleet; with archived=1 the vehicles that were archived instead, the last one first',
    { query: z.object({ archived: z.literal('1').optional() }), answer: list('vehicles', Vehicle) },
  ),
  registerVehicle: create('/fuel/vehicles', ['dispatcher'], 'Add a vehicle', {
    body: RegisterVehicle,
    answer: written({ message, vehicle: Vehicle }),
  }),
  changeVehicle: put('/fuel/vehicles/:id', ['dispatcher'], 'Change a vehicle', {
    body: ChangeVehicle,
    answer: written({ message, vehicle: Vehicle }),
  }),
  deleteVehicle: remove('/fuel/vehicles/:id', ['dispatcher'], 'Delete a vehicle that has no history', {
    answer: written({ message }),
  }),
  archiveVehicle: post(
    '/fuel/vehicles/:id/archive',
    ['dispatcher'],
    'Archive a vehicle: it keeps its history and takes part in nothing any more',
    { answer: written({ message }) },
  ),
  setMaintenance: post(
    '/fuel/vehicles/:id/maintenance',
    ['dispatcher'],
    'Send a vehicle to the workshop, or put it back in service: no collection is planned with it meanwhile',
    { body: SetMaintenance, answer: written({ message, vehicle: Vehicle }) },
  ),
  refuel: post('/fuel/vehicles/refuel', ['dispatcher'], 'Record a refuelling', {
    body: Refuel,
    answer: written({ message, new_fuel_level: z.number(), fuel_percentage: z.number() }),
  }),
  logTrip: create('/fuel/logs', ['dispatcher'], 'Log a trip', { body: LogTrip, answer: written({ fuelLog: FuelLog }) }),
  fuelLogs: get('/fuel/logs', ['dispatcher', 'admin'], 'Trips, newest first', {
    query: z.object({
      vehicle_id: z.string().max(20).optional(),
      limit: z.coerce.number().int().min(1).max(1_000).default(100),
    }),
    answer: list('logs', FuelLog),
  }),
  calculateConsumption: post(
    '/fuel/calculate-consumption',
    ['dispatcher'],
    'What a distance would cost a vehicle; changes nothing',
    {
      body: CalculateConsumption,
      answer: z.object({
        planned_fuel_consumption: z.number(),
        sufficient_fuel: z.boolean(),
        fuel_needed: z.number(),
        estimated_range_current: z.number(),
      }),
    },
  ),
  fuelAnalytics: get(
    '/fuel/analytics',
    ['dispatcher', 'admin'],
    'Fuel, distance and collections of the last 7, 30 or 90 days',
    { query: z.object({ period: z.enum(['7', '30', '90']).default('7') }), answer: FuelAnalytics },
  ),
}
