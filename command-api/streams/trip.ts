/** A trip that a truck has driven: what it burnt, what it cost and what is left; by hand or with a completed collection. */
import type { EventData, EventOf } from '#contract/events.ts'
import { event } from '../kernel/decider.ts'
import type { Vehicle } from './vehicle.ts'

/** Litres to the millilitre, so that sums of them stay legible. */
export const millilitres = (litres: number) => Math.round(litres * 1_000) / 1_000
const pesewas = (cedi: number) => Math.round(cedi * 100) / 100

/** Litres that a distance (km) takes at an efficiency (km per litre). */
export const litresFor = (distance: number, efficiency: number) => millilitres(distance / efficiency)

export interface Drive extends Pick<EventData<'TripLogged'>, 'tripType' | 'distance' | 'description' | 'loggedBy'> {
  /** Litres burnt; what the distance takes when nobody planned it. */
  litres?: number
  tripStart: Date
  tripEnd: Date
  /** cedi; what the litres cost at the price when nobody says. */
  fuelCost?: number
  /** cedi per litre */
  fuelPrice: number
}

/**
 * The trip as the truck's stream records it. What was driven was burnt, whatever the tank was said to hold: the level stops
 * at 0. No event for a truck that is not registered.
 */
export function tripLogged(truck: Vehicle, drive: Drive, now: Date): EventOf<'TripLogged'>[] {
  const { registered, trips } = truck
  if (!registered) return []
  const { vehicleId, fuelEfficiency, fuelLevel } = registered
  const { tripStart, tripEnd, fuelPrice, fuelCost, ...what } = drive
  const litres = what.litres === undefined ? litresFor(what.distance, fuelEfficiency) : millilitres(what.litres)
  return [
    event('TripLogged', {
      ...what,
      tripId: `TRIP-${vehicleId}-${trips + 1}`,
      vehicleId,
      litres,
      fuelLevel: Math.min(fuelLevel, Math.max(0, millilitres(fuelLevel - litres))),
      fuelCost: fuelCost ?? pesewas(litres * fuelPrice),
      tripStart: tripStart.toISOString(),
      tripEnd: tripEnd.toISOString(),
      loggedAt: now.toISOString(),
    }),
  ]
}

/**
 * The trip of the collection that the truck is on, which is completed now: whoever completes it appends this with it, so that
 * the fuel really falls. No event for a truck that is on none.
 */
export function collectionTrip(
  truck: Vehicle,
  { fuelPrice, loggedBy }: Pick<Drive, 'fuelPrice' | 'loggedBy'>,
  now: Date,
): EventOf<'TripLogged'>[] {
  if (!truck.collection) return []
  const { planned, startedAt } = truck.collection
  const began = new Date(startedAt ?? planned.scheduledStart)
  const drive: Drive = {
    tripType: 'collection',
    distance: planned.plan?.km ?? planned.estimatedDistance,
    litres: planned.plan?.litres,
    description: `Collection in ${planned.zone}`,
    // Completed before it was to begin: it took place now.
    tripStart: began < now ? began : now,
    tripEnd: now,
    fuelPrice,
    loggedBy,
  }
  return tripLogged(truck, drive, now)
}
