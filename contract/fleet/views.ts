/** Schemas of vehicles, trips and fuel figures. */
import { z } from 'zod'
import { VEHICLE_STATUSES, VEHICLE_TYPES } from '#domain/city.ts'
import { simulatedSchema } from '../fields.ts'

export const Vehicle = z.object({
  simulated: simulatedSchema,
  id: z.string(),
  type: z.enum(VEHICLE_TYPES),
  make: z.string(),
  model: z.string(),
  year: z.number(),
  registration_number: z.string(),
  fuel_efficiency_kmpl: z.number(),
  tank_capacity_liters: z.number(),
  current_fuel_level: z.number(),
  /** Last odometer reading by a driver, in km. */
  odometer_km: z.number().optional(),
  fuel_percentage: z.number(),
  estimated_range_km: z.number(),
  needs_refuel: z.boolean(),
  status: z.enum(VEHICLE_STATUSES),
  /** True if the vehicle was taken out of service; its history stays. */
  archived: z.boolean().optional(),
  archived_at: z.string().optional(),
  /** Name of the archiving person; only for archived vehicles. */
  archived_by: z.string().optional(),
  /** Account id of the current driver; `drivers` has the name. */
  driver_id: z.string().optional(),
  /**
   * Driver's name as entered in the fleet's form.
   * The driver may also have an account.
   */
  driver_name: z.string().optional(),
  driver_contact: z.string().optional(),
})
export type Vehicle = z.infer<typeof Vehicle>

/** A logged trip of a truck. */
export const TripLog = z.object({
  simulated: simulatedSchema,
  id: z.string(),
  vehicle_id: z.string(),
  trip_type: z.enum(['collection', 'delivery']),
  /** Distance in km. */
  distance_km: z.number(),
  /** Fuel consumed, in litres. */
  fuel_consumed: z.number(),
  /** Currency units */
  fuel_cost: z.number(),
  trip_start: z.string(),
  trip_end: z.string(),
  route_description: z.string().optional(),
})
export type TripLog = z.infer<typeof TripLog>

/** Columns of the trip table and their descriptions. */
export const TRIP_CSV_COLUMNS = {
  id: 'Trip id',
  vehicle_id: 'Truck id',
  trip_type: 'collection or delivery',
  trip_start: 'Date and time, ISO 8601 in UTC',
  trip_end: 'Date and time, ISO 8601 in UTC',
  distance_km: 'Kilometres',
  fuel_consumed: 'Litres burnt',
  fuel_cost: 'Cedi',
  route_description: 'Entered by the driver or taken from the collection; may be empty',
  simulated: 'true for a trip of the simulated city, otherwise empty',
} as const satisfies Record<keyof TripLog, string>

const fuelFigures = z.object({
  /** Currency units */
  total_cost: z.number(),
  /** Currency units per km; null without trips. */
  avg_cost_per_km: z.number().nullable(),
  total_trips: z.number(),
  /** Consumed fuel in litres. */
  total_fuel_consumed: z.number(),
  /** Total distance in km. */
  total_distance: z.number(),
})

/** Reports and collections of a period. */
const performanceFigures = z.object({
  reports: z.number(),
  collected: z.number(),
  /** Collected reports that were reopened because the resident objected. */
  disputed: z.number(),
  /** Median hours from report to collection; null without collections. */
  medianHours: z.number().nullable(),
})

export const FuelAnalytics = z.object({
  simulated: simulatedSchema,
  period_days: z.number(),
  vehicles: z.array(
    fuelFigures.extend({
      vehicle_id: z.string(),
      /** Measured km per litre; null without trips. */
      efficiency_kmpl: z.number().nullable(),
    }),
  ),
  summary: fuelFigures,
  /** Figures by day (YYYY-MM-DD), oldest first, including days without trips. */
  days: z.array(
    z.object({
      date: z.string(),
      trips: z.number(),
      litres: z.number(),
      distance: z.number(),
      cost: z.number(),
    }),
  ),
  /**
   * Reports and collections, in total and by day.
   * A day's median covers the reports collected that day.
   */
  performance: performanceFigures.extend({
    days: z.array(performanceFigures.extend({ date: z.string() })),
  }),
  /** Fuel and performance figures of the preceding period of equal length. */
  before: z.object({ summary: fuelFigures, performance: performanceFigures }),
})
export type FuelAnalytics = z.infer<typeof FuelAnalytics>
