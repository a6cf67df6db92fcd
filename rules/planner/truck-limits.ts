/** What a truck can collect in a zone with so many trips to a site: by volume, weight, the driver's shift and the tank. */
import type { VehicleType } from '../city.ts'
import { BASE_KG, REPORT_KG, truckCapacity, VOLUME_PER_REPORT } from '../planning.ts'
import type { FreeTruck } from './plan.ts'

/**
 * kg that a truck may carry. compressed_truck: a vehicle like Hackney's of 26 t, 'minimum payload of 10,000kg' (Prototype
 * Multi-modal Refuse Collection Vehicle, Technical Specification, appendix A). rear_loader: the 4 short tons that bodies of 16
 * cubic yards (12 m³) are sold for (Waste Age, Truck & Body Report 2002: Central Tank). The others: as much for each m³.
 */
const PAYLOADS: Partial<Record<VehicleType, number>> = { compressed_truck: 10_000, rear_loader: 3_600 }
const OTHER_PAYLOAD = 2_400
export const truckPayload = (type: VehicleType) => PAYLOADS[type] ?? OTHER_PAYLOAD

/** A driver's day: 8 hours (Labour Act 2003 of Ghana, Act 651, section 33). */
export const SHIFT_MINUTES = 8 * 60
/** km/h in the city's traffic, loaded or not; assumed, as nobody has measured it here. */
const SPEED = 25
/** Weighing, tipping and leaving again; assumed. */
const MINUTES_PER_DUMP = 20
/** Walking to a bin, emptying it and going on to the next; assumed. */
const MINUTES_PER_REPORT = 1.5

/** One way for a truck to collect a zone. */
export interface Round {
  trips: number
  /** The most reports that it can collect so. */
  most: number
  km: number
  litres: number
}

export const minutesOf = (trips: number, km: number, reports: number) =>
  (km / SPEED) * 60 + trips * MINUTES_PER_DUMP + reports * MINUTES_PER_REPORT

/** The reports that it holds in so many trips: a bin is emptied whole, so each of them rounds down by volume. */
export function mostAboard(type: VehicleType, trips = 1): number {
  // A full truck whose quotient is whole must not lose a bin to rounding.
  const perTrip = Math.floor(truckCapacity(type) / VOLUME_PER_REPORT + 1e-9)
  return Math.min(trips * perTrip, Math.floor((trips * truckPayload(type) - BASE_KG) / REPORT_KG))
}

function mostReports({ type }: FreeTruck, trips: number, km: number): number {
  const byShift = Math.floor((SHIFT_MINUTES - minutesOf(trips, km, 0)) / MINUTES_PER_REPORT)
  return Math.min(mostAboard(type, trips), byShift)
}

/** More trips than this do not fit into a shift, however short the way is. */
const MOST_TRIPS = Math.floor(SHIFT_MINUTES / MINUTES_PER_DUMP)

/** The rounds that are worth looking at, fewest trips first, each collecting more than the one before; `distance` is one way. */
export function roundsOf(truck: FreeTruck, distance: number, reports: number): Round[] {
  const rounds: Round[] = []
  for (let trips = 1; trips <= MOST_TRIPS && (rounds.at(-1)?.most ?? 0) < reports; trips++) {
    const km = 2 * distance * trips
    const litres = km / truck.kmpl
    // Not the opposite comparison: a figure that is no number ends the loop, too.
    const isWithin = litres <= truck.fuel && minutesOf(trips, km, 1) <= SHIFT_MINUTES
    if (!isWithin) break
    const most = mostReports(truck, trips, km)
    if (most > (rounds.at(-1)?.most ?? 0)) rounds.push({ trips, most, km, litres })
  }
  return rounds
}
