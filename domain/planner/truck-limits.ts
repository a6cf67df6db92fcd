/**
 * Limits how many reports a truck can collect: by volume, weight, working time and fuel.
 * Ignores the distance driven within a zone, because it is equal in every plan.
 */
import type { VehicleType } from '../city.ts'
import { BASE_KG, REPORT_KG, truckCapacityM3Of, VOLUME_M3_PER_REPORT } from '../planning.ts'
import type { FreeTruck } from './plan.ts'

/**
 * Payloads in kg.
 * compressed_truck: a vehicle like Hackney's of 26 t, 'minimum payload of 10,000kg' (Prototype Multi-modal Refuse
 * Collection Vehicle, Technical Specification, appendix A).
 * rear_loader: 4 short tons, as sold for bodies of 16 cubic yards (12 m³) (Waste Age, Truck & Body Report 2002:
 * Central Tank).
 * Other types: computed with the same payload per m³ as a rear_loader.
 */
const PAYLOADS: Partial<Record<VehicleType, number>> = { compressed_truck: 10_000, rear_loader: 3_600 }
const OTHER_PAYLOAD = 2_400
export const truckPayloadKgOf = (type: VehicleType) => PAYLOADS[type] ?? OTHER_PAYLOAD

/** A working day: 8 hours (Ghana's Labour Act 2003, Act 651, section 33). */
export const SHIFT_MINUTES = 8 * 60
/** Assumed speed in city traffic in km/h; not a measured value. */
const SPEED = 25
/** Assumed minutes for weighing, tipping and leaving. */
const MINUTES_PER_DUMP = 20
/** Assumed minutes to reach and empty a bin and continue. */
const MINUTES_PER_REPORT = 1.5

/** Work of a truck that makes `trips` trips from a zone to the site. */
export interface TruckRoundOption {
  trips: number
  /** Maximum number of reports that the truck can collect in these trips. */
  most: number
  km: number
  litres: number
}

export const estimateRoundMinutes = (trips: number, km: number, reports: number) =>
  (km / SPEED) * 60 + trips * MINUTES_PER_DUMP + reports * MINUTES_PER_REPORT

/**
 * Returns the maximum number of reports in a number of trips.
 * Bins are emptied completely, so each trip's volume rounds down to whole bins.
 */
export function reportCapacityOf(type: VehicleType, trips = 1): number {
  // Adding 1e-9 prevents a rounding error from reducing a truck's capacity by one bin.
  const perTrip = Math.floor(truckCapacityM3Of(type) / VOLUME_M3_PER_REPORT + 1e-9)
  return Math.min(trips * perTrip, Math.floor((trips * truckPayloadKgOf(type) - BASE_KG) / REPORT_KG))
}

function mostReports({ type }: FreeTruck, trips: number, km: number): number {
  const byShift = Math.floor((SHIFT_MINUTES - estimateRoundMinutes(trips, km, 0)) / MINUTES_PER_REPORT)
  return Math.min(reportCapacityOf(type, trips), byShift)
}

/** Maximum number of trips in a shift, even without driving time. */
const MOST_TRIPS = Math.floor(SHIFT_MINUTES / MINUTES_PER_DUMP)

/**
 * Returns the possible numbers of trips of a truck, each with the most reports that fit.
 * Options with fewer trips come first.
 * `distance` is one way, in km.
 */
export function truckRoundOptionsOf(truck: FreeTruck, distance: number, reports: number): TruckRoundOption[] {
  const rounds: TruckRoundOption[] = []
  for (let trips = 1; trips <= MOST_TRIPS && (rounds.at(-1)?.most ?? 0) < reports; trips++) {
    const km = 2 * distance * trips
    const litres = km / truck.kmpl
    // Compares so that NaN also ends the loop.
    const isWithin = litres <= truck.fuel && estimateRoundMinutes(trips, km, 1) <= SHIFT_MINUTES
    if (!isWithin) break
    const most = mostReports(truck, trips, km)
    if (most > (rounds.at(-1)?.most ?? 0)) rounds.push({ trips, most, km, litres })
  }
  return rounds
}
