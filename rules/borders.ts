/**
 * Limits of plausible input.
 * Values beyond them are typing errors and are not recorded.
 */
import type { VehicleType } from './city.ts'
import { truckCapacity } from './planning.ts'

/** Greatest density of a truck's load in kg/m³: that of water, more than twice that of bins. */
const KG_PER_M3 = 1_000

/** Greatest load of a truck type, in kg. */
export const mostLoad = (type: VehicleType) => truckCapacity(type) * KG_PER_M3
/** Greatest load of any truck, in kg. */
export const MOST_LOAD = mostLoad('compressed_truck')

/** Greatest weight of a truck with its load, in kg. */
export const MOST_GROSS = 60_000

/** Longest time of a load on the road, in ms. */
export const LONGEST_WAY_MS = 7 * 24 * 60 * 60_000

/** Returns the most tonnes at a site: a tenth above its capacity, since heaps are estimated. */
export const mostTonnes = (maxCapacity: number) => Math.round(maxCapacity * 110) / 100

/** Longest trip, in ms. */
export const LONGEST_TRIP_MS = 7 * 24 * 60 * 60_000
/** Trips may be entered from this long before the truck's registration, in ms. */
export const BEFORE_REGISTERED_MS = 30 * 24 * 60 * 60_000
/** Tolerated difference between two clocks, in ms. */
export const CLOCKS_MS = 60_000
