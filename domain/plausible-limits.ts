/**
 * Limits of plausible input.
 * Values beyond them are typing errors and are not recorded.
 */
import type { VehicleType } from './city.ts'
import { truckCapacity } from './planning.ts'

/** Greatest density of a truck's load in kg/m³: that of water, more than twice that of bins. */
const KG_PER_M3 = 1_000

/** Greatest load of a truck type, in kg. */
export const loadLimitOf = (type: VehicleType) => truckCapacity(type) * KG_PER_M3
/** Greatest load of any truck, in kg. */
export const LOAD_LIMIT_KG = loadLimitOf('compressed_truck')

/** Greatest weight of a truck with its load, in kg. */
export const GROSS_WEIGHT_LIMIT_KG = 60_000

/** Longest time of a load on the road, in ms. */
export const LOAD_TRANSIT_LIMIT_MS = 7 * 24 * 60 * 60_000

/** Returns the most tonnes at a site: a tenth above its capacity, since heaps are estimated. */
export const siteLimitTonnes = (maxCapacity: number) => Math.round(maxCapacity * 110) / 100

/** Longest trip, in ms. */
export const TRIP_LIMIT_MS = 7 * 24 * 60 * 60_000
/** Trips may be entered from this long before the truck's registration, in ms. */
export const BACKDATED_TRIP_LIMIT_MS = 30 * 24 * 60 * 60_000
/** Tolerated difference between two clocks, in ms. */
export const CLOCK_TOLERANCE_MS = 60_000
