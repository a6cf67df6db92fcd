/** The fleet: its vehicles, their fuel and their trips. */
import { z } from 'zod'
import { VEHICLE_TYPES } from '#rules/city.ts'
import { at, sealed } from '../fields.ts'

/** A vehicle as a form describes it. */
const vehicle = {
  type: z.enum(VEHICLE_TYPES),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  registrationNumber: z.string(),
  /** km per litre */
  fuelEfficiency: z.number(),
  /** litres */
  tankCapacity: z.number(),
  /** litres */
  fuelLevel: z.number(),
  /** {name, contact?} of the driver, under the key of `driver-{vehicleId}`. */
  driver: sealed.optional(),
}

export const fleet = {
  // Stream vehicle-{id}
  VehicleRegistered: z.object({ vehicleId: z.string(), ...vehicle, registeredBy: z.string(), registeredAt: at }),
  VehicleChanged: z.object({ vehicleId: z.string(), ...vehicle, changedBy: z.string(), changedAt: at }),
  /** It keeps its history and takes part in nothing any more. */
  VehicleArchived: z.object({ vehicleId: z.string(), archivedBy: z.string(), archivedAt: at }),
  /** It had no history. */
  VehicleRemoved: z.object({ vehicleId: z.string(), removedBy: z.string(), removedAt: at }),
  /** No collection is planned with it until it is back. */
  VehicleSentToWorkshop: z.object({ vehicleId: z.string(), sentBy: z.string(), sentAt: at }),
  VehicleBackInService: z.object({ vehicleId: z.string(), returnedBy: z.string(), returnedAt: at }),
  VehicleRefuelled: z.object({
    vehicleId: z.string(),
    litres: z.number().positive(),
    /** cedi */
    costPerLitre: z.number(),
    /** litres, afterwards */
    fuelLevel: z.number(),
    refuelledBy: z.string(),
    refuelledAt: at,
  }),
  TripLogged: z.object({
    tripId: z.string(),
    vehicleId: z.string(),
    tripType: z.enum(['collection', 'delivery']),
    /** km */
    distance: z.number(),
    /** litres burnt */
    litres: z.number(),
    /** litres, afterwards; never below 0. Missing where a fault stored no figure: the level stays as it was. */
    fuelLevel: z.number().optional(),
    /** cedi */
    fuelCost: z.number(),
    description: z.string().optional(),
    tripStart: at,
    tripEnd: at,
    loggedBy: z.string(),
    loggedAt: at,
  }),
}
