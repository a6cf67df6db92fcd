/** Commands of dispatchers about the fleet: vehicles, fuel and trips. */

import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { VEHICLE_TYPES } from '#domain/city.ts'
import { formatNumber } from '#domain/number-format.ts'
import { TANK_LIMIT_LITRES, TRIP_LIMIT_MS } from '#domain/plausible-limits.ts'
import { createLineSchema, createRequiredLineSchema, optionalPhoneSchema } from '../text.ts'

/** Returns the schema of a number within plausible bounds. */
const between = (what: string, least: number, most: number) =>
  z
    .number({ error: `${what} is required` })
    .min(least, `${what} must be at least ${formatNumber(least)}`)
    .max(most, `${what} must be at most ${formatNumber(most)}`)

const vehicleFields = z.object({
  type: z.enum(VEHICLE_TYPES, { error: 'Type is required' }),
  make: createRequiredLineSchema('Make', 60),
  model: createRequiredLineSchema('Model', 60),
  year: z
    .int({ error: 'Year is required' })
    .min(2000, 'Year must be at least 2000')
    .refine((year) => year <= new Date().getFullYear() + 1, msg`Year can be next year at most`.message),
  registration_number: createRequiredLineSchema('Registration Number', 20),
  fuel_efficiency_kmpl: between('Fuel Efficiency', 1, 15),
  tank_capacity_liters: between('Tank Capacity', 50, TANK_LIMIT_LITRES),
  current_fuel_level: between('Current Fuel Level', 0, TANK_LIMIT_LITRES),
  driver_name: createLineSchema(100).optional(),
  driver_contact: optionalPhoneSchema,
  /** Field that the form sends and the server ignores, because collections determine the status. */
  status: z.string().max(20).optional(),
})
const fitsTank = (vehicle: { current_fuel_level: number; tank_capacity_liters: number }) =>
  vehicle.current_fuel_level <= vehicle.tank_capacity_liters
const overfull = { message: msg`The tank does not hold that much`.message, path: ['current_fuel_level'] }

export const RegisterVehicleBody = vehicleFields
  .extend({
    id: z
      .string({ error: 'Vehicle ID is required' })
      .trim()
      .min(1, 'Vehicle ID is required')
      .regex(/^[\w-]{1,20}$/, msg`Use letters, digits and hyphens`.message)
      .refine((id) => id !== '__proto__', msg`Choose another vehicle ID`.message),
  })
  .refine(fitsTank, overfull)
export const ChangeVehicleBody = vehicleFields
  .extend({
    /**
     * Fuel level when the form was opened.
     * If the form returns this value, the level is not changed.
     * A refuelling since then is therefore not overwritten.
     */
    seen_fuel_level: z.number().optional(),
  })
  .refine(fitsTank, overfull)

/** Puts a vehicle in maintenance or back in service. */
export const SetMaintenanceBody = z.object({
  maintenance: z.boolean({ error: msg`Choose whether it is in maintenance`.message }),
})

export const RefuelBody = z.object({
  vehicle_id: z.string().min(1).max(20),
  liters_added: z
    .number({ error: msg`Enter the litres`.message })
    .positive(msg`Enter the litres`.message)
    .max(TANK_LIMIT_LITRES, 'At most 500 litres'),
  cost_per_liter: z.number({ error: msg`Enter the price`.message }).min(0, 'At least 0').max(1_000, 'At most 1,000'),
})

export const LogTripBody = z
  .object({
    vehicle_id: z.string().min(1).max(20),
    trip_type: z.enum(['collection', 'delivery']),
    distance_km: z
      .number({ error: msg`Enter the distance`.message })
      .positive(msg`Enter the distance`.message)
      .max(2_000, 'At most 2,000 km'),
    trip_start: z.iso.datetime({ offset: true }),
    trip_end: z.iso.datetime({ offset: true }),
    /**
     * Cost of the fuel in the city's currency.
     * Default: litres times the configured price.
     */
    fuel_cost: z.number(msg`Enter the cost`.message).min(0, 'At least 0').max(100_000, 'At most 100,000').optional(),
    route_description: createLineSchema(200).optional(),
  })
  .refine((trip) => Date.parse(trip.trip_end) >= Date.parse(trip.trip_start), {
    message: msg`The trip ends before it begins`.message,
    path: ['trip_end'],
  })
  .refine((trip) => Date.parse(trip.trip_end) - Date.parse(trip.trip_start) <= TRIP_LIMIT_MS, {
    message: msg`A trip takes at most a week`.message,
    path: ['trip_end'],
  })

export const CalculateConsumptionBody = z.object({
  vehicle_id: z.string().min(1).max(20),
  planned_distance_km: z
    .number({ error: msg`Enter the distance`.message })
    .min(0, 'At least 0')
    .max(2_000, 'At most 2,000 km'),
})
