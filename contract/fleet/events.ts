/** Events of the fleet: vehicles, fuel and trips. */
import { z } from 'zod'
import { VEHICLE_TYPES } from '#domain/city.ts'
import { sealedSchema, timestampSchema } from '../fields.ts'

/** Data of a vehicle, as entered in the form. */
const vehicle = {
  type: z.enum(VEHICLE_TYPES),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  registrationNumber: z.string(),
  /** Fuel efficiency in km per litre. */
  fuelEfficiency: z.number(),
  /** litres */
  tankCapacity: z.number(),
  /** Fuel in the tank in litres. */
  fuelLevel: z.number(),
  /** JSON of the driver's {name, contact?}, encrypted with the key `driver-{vehicleId}`. */
  driver: sealedSchema.optional(),
}

export const fleetEvents = {
  // Stream vehicle-{id}
  VehicleRegistered: z.object({
    vehicleId: z.string(),
    ...vehicle,
    registeredBy: z.string(),
    registeredAt: timestampSchema,
  }),
  VehicleChanged: z.object({ vehicleId: z.string(), ...vehicle, changedBy: z.string(), changedAt: timestampSchema }),
  /** The vehicle was taken out of service; its history stays. */
  VehicleArchived: z.object({ vehicleId: z.string(), archivedBy: z.string(), archivedAt: timestampSchema }),
  /**
   * The vehicle was deleted.
   * Only vehicles without history can be deleted.
   */
  VehicleRemoved: z.object({ vehicleId: z.string(), removedBy: z.string(), removedAt: timestampSchema }),
  /** The vehicle goes to the workshop; it gets no work until its return. */
  VehicleSentToWorkshop: z.object({ vehicleId: z.string(), sentBy: z.string(), sentAt: timestampSchema }),
  VehicleBackInService: z.object({ vehicleId: z.string(), returnedBy: z.string(), returnedAt: timestampSchema }),
  VehicleRefuelled: z.object({
    vehicleId: z.string(),
    litres: z.number().positive(),
    /** Currency units */
    costPerLitre: z.number(),
    /** Fuel level after refuelling, in litres. */
    fuelLevel: z.number(),
    refuelledBy: z.string(),
    refuelledAt: timestampSchema,
  }),
  TripLogged: z.object({
    tripId: z.string(),
    vehicleId: z.string(),
    tripType: z.enum(['collection', 'delivery']),
    /** Distance of the trip in km. */
    distance: z.number(),
    /** litres burnt */
    litres: z.number(),
    /**
     * Litres in the tank after the trip, at least 0.
     * Absent in events that a former bug stored.
     * The level then stays unchanged.
     */
    fuelLevel: z.number().optional(),
    /** Cost of the fuel, in units of the city's currency. */
    fuelCost: z.number(),
    description: z.string().optional(),
    tripStart: timestampSchema,
    tripEnd: timestampSchema,
    loggedBy: z.string(),
    loggedAt: timestampSchema,
  }),
}
