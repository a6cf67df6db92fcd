/** Endpoints of the fleet: vehicles, fuel and trips. */
import { z } from 'zod'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import {
  CalculateConsumptionBody,
  ChangeVehicleBody,
  LogTripBody,
  RefuelBody,
  RegisterVehicleBody,
  SetMaintenanceBody,
} from './commands.ts'
import { fleetEndpointRoutes as lines } from './routes.ts'
import { FuelAnalytics, TRIP_CSV_COLUMNS, TripLog, Vehicle } from './views.ts'

const period = z.enum(['7', '30', '90']).default('7')

export const fleetEndpoints = defineEndpoints(lines, {
  vehicles: {
    summary: 'Vehicles; with archived=1 the archived ones, newest first',
    query: z.object({ archived: z.literal('1').optional() }),
    answer: createListAnswerSchema('vehicles', Vehicle),
  },
  registerVehicle: {
    summary: 'Add a vehicle',
    body: RegisterVehicleBody,
    answer: createCommandAnswerSchema({ message: messageSchema, vehicle: Vehicle }),
  },
  changeVehicle: {
    summary: 'Change a vehicle',
    body: ChangeVehicleBody,
    answer: createCommandAnswerSchema({ message: messageSchema, vehicle: Vehicle }),
  },
  deleteVehicle: {
    summary: 'Delete a vehicle that has no history',
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
  archiveVehicle: {
    summary: 'Archive a vehicle; its history stays',
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
  setMaintenance: {
    summary: 'Put a vehicle in maintenance or back in service',
    body: SetMaintenanceBody,
    answer: createCommandAnswerSchema({ message: messageSchema, vehicle: Vehicle }),
  },
  refuel: {
    summary: 'Record a refuelling',
    body: RefuelBody,
    answer: createCommandAnswerSchema({
      message: messageSchema,
      new_fuel_level: z.number(),
      fuel_percentage: z.number(),
    }),
  },
  logTrip: {
    summary: 'Log a trip',
    body: LogTripBody,
    answer: createCommandAnswerSchema({ fuelLog: TripLog }),
  },
  fuelLogs: {
    summary: 'Trips, newest first',
    query: z.object({
      vehicle_id: z.string().max(20).optional(),
      limit: z.coerce.number().int().min(1).max(1_000).default(100),
    }),
    answer: createListAnswerSchema('logs', TripLog),
  },
  tripsCsv: {
    summary: 'The trips of the last 7, 30 or 90 days as a table, newest first',
    query: z.object({ period, vehicle_id: z.string().max(20).optional() }),
    file: { types: ['text/csv'], columns: TRIP_CSV_COLUMNS },
  },
  calculateConsumption: {
    summary: 'Calculate a vehicle’s fuel for a distance',
    body: CalculateConsumptionBody,
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
