/** Plans a collection: the trucks for a zone's reports, and the id of the schedule. */

import type { VehicleType } from './city.ts'

/** Volume in m³ that one reported bin adds to a load: a wheeled bin of 240 litres. */
export const VOLUME_M3_PER_REPORT = 0.24
export const MAX_TRUCKS_PER_ZONE = 2

/**
 * Time in ms from scheduling to the start, in which the driver arrives.
 * `COLLECTION_DURATION_MS` is the duration of a collection.
 */
export const DRIVER_LEAD_TIME_MS = 15 * 60_000
export const COLLECTION_DURATION_MS = 3 * 60 * 60_000

/** Assumed weight of a load that was not weighed, in kg: a base, plus an amount per report. */
export const [BASE_KG, REPORT_KG] = [450, 75]

/** Returns the id of the key that encrypts a driver's name and contact. */
export const driverEncryptionKeyIdOf = (vehicleId: string) => `driver-${vehicleId}`

const CAPACITIES: Partial<Record<VehicleType, number>> = { compressed_truck: 25, rear_loader: 12 }
const OTHER_CAPACITY = 8

/** Returns the capacity of a truck type, in m³. */
export const truckCapacityM3Of = (type: VehicleType) => CAPACITIES[type] ?? OTHER_CAPACITY

/** Returns how full the tank is, in percent with one decimal. */
export const fuelPercentageOf = (fuelLevel: number, tankCapacity: number) =>
  Math.round((fuelLevel / tankCapacity) * 1000) / 10

/** Returns whether the tank is below 25 %. Uses the exact level instead of the rounded one on screens. */
export const isRefuelNeeded = (fuelLevel: number, tankCapacity: number) => fuelLevel * 4 < tankCapacity

/**
 * Returns the first trucks that together hold the reports in one trip: at least one truck if available, and no more
 * than `most`.
 */
export function trucksForReports<T extends { type: VehicleType }>(
  trucks: readonly T[],
  reports: number,
  most = MAX_TRUCKS_PER_ZONE,
): T[] {
  const chosen: T[] = []
  let room = 0
  for (const truck of trucks) {
    if (chosen.length === most || (chosen.length > 0 && room >= reports * VOLUME_M3_PER_REPORT)) break
    chosen.push(truck)
    room += truckCapacityM3Of(truck.type)
  }
  return chosen
}

/**
 * Returns the planned work of a schedule's truck.
 * If the schedule has no plan, computes the work from the schedule's figures.
 */
export function truckPlanOf(schedule: ScheduleFigures): TruckPlan {
  const { plan, reportsCount, estimatedDistance, estimatedFuelConsumption } = schedule
  return plan ?? { reports: reportsCount, trips: 1, km: estimatedDistance, litres: estimatedFuelConsumption }
}
/** Planned work of a truck in a collection. Km and litres include all its round trips. */
export interface TruckPlan {
  reports: number
  trips: number
  km: number
  litres: number
}

interface ScheduleFigures {
  plan?: TruckPlan | undefined
  reportsCount: number
  /** Distance in km, one way. */
  estimatedDistance: number
  /** Litres. */
  estimatedFuelConsumption: number
}

/**
 * Returns a schedule's id, such as `SCH-AN12-T001` for the collection of truck T001 in cycle 12 of the zone with code
 * AN.
 * `SCH-AN12.2-T001` belongs to the second plan of that cycle, made after all trucks of the first had finished.
 */
export const scheduleIdOf = (code: string, cycle: number, round: number, vehicleId: string) =>
  `SCH-${code}${cycle}${round > 1 ? `.${round}` : ''}-${vehicleId}`

/** Returns the truck's id in a schedule id; undefined for any other text. */
export const vehicleIdOfSchedule = (scheduleId: string) => /^SCH-[A-Z]+\d+(?:\.\d+)?-([\w-]+)$/.exec(scheduleId)?.[1]
