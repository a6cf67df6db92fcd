/** Between which borders what people type makes sense: beyond them it is a slip of the hand, and is not recorded. */
import type { VehicleType } from './city.ts'
import { truckCapacity } from './planning.ts'

/** kg that fill a m³ of a truck at most: as heavy as water, more than twice what bins weigh. */
const KG_PER_M3 = 1_000

/** kg that a truck of a type carries at most. */
export const mostLoad = (type: VehicleType) => truckCapacity(type) * KG_PER_M3
/** kg that any truck carries at most. */
export const MOST_LOAD = mostLoad('compressed_truck')

/** kg that a truck weighs with its load at most, on any scales. */
export const MOST_GROSS = 60_000

/** A load is on the road for so long at most. */
export const LONGEST_WAY_MS = 7 * 24 * 60 * 60_000

/** Tonnes that may lie at a site: a tenth more than it is said to take, as heaps are estimated. */
export const mostTonnes = (maxCapacity: number) => Math.round(maxCapacity * 110) / 100

/** A trip takes no longer than this. */
export const LONGEST_TRIP_MS = 7 * 24 * 60 * 60_000
/** Trips may be written down that a truck drove so long before it was registered. */
export const BEFORE_REGISTERED_MS = 30 * 24 * 60 * 60_000
/** So far two clocks may differ. */
export const CLOCKS_MS = 60_000
