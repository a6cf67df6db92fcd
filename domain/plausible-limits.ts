/**
 * Limits of plausible input.
 * Values beyond them are refused as typing errors.
 */
import type { VehicleType } from './city.ts'
import { truckCapacityM3Of } from './planning.ts'

/** Greatest load density in kg/m³: water, over twice that of bins' contents. */
const KG_PER_M3 = 1_000

/** Greatest load of a truck type, in kg. */
export const loadLimitKgOf = (type: VehicleType) => truckCapacityM3Of(type) * KG_PER_M3
/** Greatest load of any truck, in kg. */
export const MAX_TRUCK_LOAD_KG = loadLimitKgOf('compressed_truck')

/** Greatest weight of a truck with its load, in kg. */
export const GROSS_WEIGHT_LIMIT_KG = 60_000

/** Largest tank of a truck, in litres. */
export const TANK_LIMIT_LITRES = 500
/** Highest reading of an odometer, in km. */
export const ODOMETER_LIMIT_KM = 5_000_000

/** Maximum time from a load's departure to its arrival, in ms. */
export const LOAD_TRANSIT_LIMIT_MS = 7 * 24 * 60 * 60_000

/**
 * Returns the maximum tonnes that a site's form accepts.
 * It is a tenth above capacity, because heaps are estimated.
 */
export const siteLimitTonnesOf = (maxCapacity: number) => Math.round(maxCapacity * 110) / 100

/** Maximum duration of a trip, in ms. */
export const TRIP_LIMIT_MS = 7 * 24 * 60 * 60_000
/** Maximum time in ms by which a trip may have started before its truck was registered. */
export const BACKDATED_TRIP_LIMIT_MS = 30 * 24 * 60 * 60_000
/** Accepted difference between two clocks, in ms. */
export const CLOCK_TOLERANCE_MS = 60_000
