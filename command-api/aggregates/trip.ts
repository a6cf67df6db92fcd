/**
 * A truck's trip: fuel used, cost, remaining fuel.
 * A person logs it, or a completed collection records it.
 */
import type { EventData, EventOf } from '#contract/events.ts'
import { createEvent } from '../kernel/decider.ts'
import type { Vehicle } from './vehicle.ts'

/** Rounds litres to millilitres, so that sums stay readable. */
export const roundToMillilitres = (litres: number) => Math.round(litres * 1_000) / 1_000
const pesewas = (cedi: number) => Math.round(cedi * 100) / 100

/** Returns the litres needed for a distance in km at an efficiency in km per litre. */
export const fuelLitresOf = (distance: number, efficiency: number) => roundToMillilitres(distance / efficiency)

export interface TripInput extends Pick<EventData<'TripLogged'>, 'tripType' | 'distance' | 'description' | 'loggedBy'> {
  /** Litres used; by default computed from the distance. */
  litres?: number
  tripStart: Date
  tripEnd: Date
  /** Cost in currency units; by default computed from litres and price. */
  fuelCost?: number
  /** Currency units per litre. */
  fuelPrice: number
}

/**
 * Returns the event of a trip.
 * Subtracts the fuel from the tank, but not below 0.
 * Returns no event for an unregistered truck.
 */
export function createTripEvents(truck: Vehicle, drive: TripInput, now: Date): EventOf<'TripLogged'>[] {
  const { registered, trips } = truck
  if (!registered) return []
  const { vehicleId, fuelEfficiency, fuelLevel } = registered
  const { tripStart, tripEnd, fuelPrice, fuelCost, ...what } = drive
  const litres =
    what.litres === undefined ? fuelLitresOf(what.distance, fuelEfficiency) : roundToMillilitres(what.litres)
  return [
    createEvent('TripLogged', {
      ...what,
      tripId: `TRIP-${vehicleId}-${trips + 1}`,
      vehicleId,
      litres,
      fuelLevel: Math.min(fuelLevel, Math.max(0, roundToMillilitres(fuelLevel - litres))),
      fuelCost: fuelCost ?? pesewas(litres * fuelPrice),
      tripStart: tripStart.toISOString(),
      tripEnd: tripEnd.toISOString(),
      loggedAt: now.toISOString(),
    }),
  ]
}

/**
 * Returns the trip event of the truck's current collection, or none.
 * It is appended with the completion and lowers the fuel level.
 */
export function createCollectionTripEvents(
  truck: Vehicle,
  { fuelPrice, loggedBy }: Pick<TripInput, 'fuelPrice' | 'loggedBy'>,
  now: Date,
): EventOf<'TripLogged'>[] {
  if (!truck.collection) return []
  const { planned, startedAt } = truck.collection
  const began = new Date(startedAt ?? planned.scheduledStart)
  const drive: TripInput = {
    tripType: 'collection',
    distance: planned.plan?.km ?? planned.estimatedDistance,
    litres: planned.plan?.litres,
    description: `Collection in ${planned.zone}`,
    // A trip never starts in the future.
    // If the collection completes before its start time, the trip starts now.
    tripStart: began < now ? began : now,
    tripEnd: now,
    fuelPrice,
    loggedBy,
  }
  return createTripEvents(truck, drive, now)
}
