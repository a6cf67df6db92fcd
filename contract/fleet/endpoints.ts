/** Endpoints of the fleet: vehicles, fuel and trips. */
import { z } from 'zod'
import { commandAnswerSchema, defineEndpoints, listAnswerSchema, message } from '../http/endpoint.ts'
import { CalculateConsumption, ChangeVehicle, LogTrip, Refuel, RegisterVehicle, SetMaintenance } from './commands.ts'
import { fleetEndpointRoutes as lines } from './routes.ts'
import { FuelAnalytics, TRIP_COLUMNS, TripLog, Vehicle } from './views.ts'

const period = z.enum(['7', '30', '90']).default('7')

export const fleetEndpoints = defineEndpoints(lines, {
  vehicles: {
    summary: 'Vehicles; with archived=1 the archived ones, newest first',
    query: z.object({ archived: z.literal('1').optional() }),
    answer: listAnswerSchema('vehicles', Vehicle),
  },
  registerVehicle: {
    summary: 'Add a vehicle',
    body: RegisterVehicle,
    answer: commandAnswerSchema({ message, vehicle: Vehicle }),
  },
  changeVehicle: {
    summary: 'Change a vehicle',
    body: ChangeVehicle,
    answer: commandAnswerSchema({ message, vehicle: Vehicle }),
  },
  deleteVehicle: {
    summary: 'Delete a vehicle that has no history',
    answer: commandAnswerSchema({ message }),
  },
  archiveVehicle: {
    summary: 'Archive a vehicle; its history stays',
    answer: commandAnswerSchema({ message }),
  },
  setMaintenance: {
    summary: 'Put a vehicle in maintenance or back in service',
    body: SetMaintenance,
    answer: commandAnswerSchema({ message, vehicle: Vehicle }),
  },
  refuel: {
    summary: 'Record a refuelling',
    body: Refuel,
    answer: commandAnswerSchema({ message, new_fuel_level: z.number(), fuel_percentage: z.number() }),
  },
  logTrip: {
    summary: 'Log a trip',
    body: LogTrip,
    answer: commandAnswerSchema({ fuelLog: TripLog }),
  },
  fuelLogs: {
    summary: 'Trips, newest first',
    query: z.object({
      vehicle_id: z.string().max(20).optional(),
      limit: z.coerce.number().int().min(1).max(1_000).default(100),
    }),
    answer: listAnswerSchema('logs', TripLog),
  },
  tripsCsv: {
    summary: 'The trips of the last 7, 30 or 90 days as a table, newest first',
    query: z.object({ period, vehicle_id: z.string().max(20).optional() }),
    file: { types: ['text/csv'], columns: TRIP_COLUMNS },
  },
  calculateConsumption: {
    summary: 'Calculate a vehicle’s fuel for a distance',
    body: CalculateConsumption,
    answer: z.object({
      planned_fuel_consumption: z.number(),
      sufficient_fuel: z.boolean(),
      fuel_needed: z.number(),
      estimated_range_current: z.number(),
    }),
  },
  fuelAnalytics: {
    summary: 'Fuel, distance and collections of the last 7, 30 or 90 days',
    query: z.object({ period }),
    answer: FuelAnalytics,
  },
})
