/** Events of the fleet: vehicles, fuel and trips. */
import { z } from 'zod'
import { VEHICLE_TYPES } from '#domain/city.ts'
import { at, sealed } from '../fields.ts'

/** A vehicle as the form describes it. */
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
  /** The vehicle keeps its history and is out of use. */
  VehicleArchived: z.object({ vehicleId: z.string(), archivedBy: z.string(), archivedAt: at }),
  /** Only vehicles without history are removed. */
  VehicleRemoved: z.object({ vehicleId: z.string(), removedBy: z.string(), removedAt: at }),
  /** No collection is planned with it until its return. */
  VehicleSentToWorkshop: z.object({ vehicleId: z.string(), sentBy: z.string(), sentAt: at }),
  VehicleBackInService: z.object({ vehicleId: z.string(), returnedBy: z.string(), returnedAt: at }),
  VehicleRefuelled: z.object({
    vehicleId: z.string(),
    litres: z.number().positive(),
    /** Currency units */
    costPerLitre: z.number(),
    /** litres afterwards */
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
    /**
     * litres afterwards, at least 0.
     * Absent when a fault stored no figure; the level then stays unchanged.
     */
    fuelLevel: z.number().optional(),
    /** Currency units */
    fuelCost: z.number(),
    description: z.string().optional(),
    tripStart: at,
    tripEnd: at,
    loggedBy: z.string(),
    loggedAt: at,
  }),
}
