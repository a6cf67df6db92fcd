/** Plans a collection: trucks for the reports, and schedule id. */

import type { VehicleType } from './city.ts'

/** Volume in m³ of a reported wheeled bin (240 litres). */
export const VOLUME_M3_PER_REPORT = 0.24
export const MAX_TRUCKS_PER_ZONE = 2

/** Time in ms between scheduling a truck and its start, in which the driver arrives. */
export const DRIVER_LEAD_TIME_MS = 15 * 60_000
export const COLLECTION_DURATION_MS = 3 * 60 * 60_000

/** Assumed weight of an unweighed load in kg: a fixed amount, plus an amount per report. */
export const [BASE_KG, REPORT_KG] = [450, 75]

/** Returns the id of the key that encrypts the name and contact of a truck's driver. */
export const driverEncryptionKeyIdOf = (vehicleId: string) => `driver-${vehicleId}`

const CAPACITIES: Partial<Record<VehicleType, number>> = { compressed_truck: 25, rear_loader: 12 }
const OTHER_CAPACITY = 8

/** Returns the capacity of a truck type, in m³. */
export const truckCapacityM3Of = (type: VehicleType) => CAPACITIES[type] ?? OTHER_CAPACITY

/** Returns how full the tank is, in percent with one decimal. */
export const fuelPercentageOf = (fuelLevel: number, tankCapacity: number) =>
  Math.round((fuelLevel / tankCapacity) * 1000) / 10

/** Returns whether a truck's fuel is below 25 % of its tank, without rounding. */
export const isRefuelNeeded = (fuelLevel: number, tankCapacity: number) => fuelLevel * 4 < tankCapacity

/**
 * Selects trucks, in the given order, until they can hold all reports' waste in one trip.
 * Returns at least one truck if there is one, and at most `most`.
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
 * Returns the work that is planned for a schedule's truck.
 * If the schedule has no plan, computes it from the schedule's own figures.
 */
export function truckPlanOf(schedule: ScheduleFigures): TruckPlan {
  const { plan, reportsCount, estimatedDistance, estimatedFuelConsumption } = schedule
  return plan ?? { reports: reportsCount, trips: 1, km: estimatedDistance, litres: estimatedFuelConsumption }
}
/** A truck's work; km and litres include all round trips. */
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
  /** Estimated fuel consumption, in litres. */
  estimatedFuelConsumption: number
}

/**
 * Returns a schedule's id, such as `SCH-AN12-T001`: zone AN, its collection cycle 12, truck T001.
 * `SCH-AN12.2-T001` belongs to the second plan of that cycle.
 * A second plan starts only after all trucks of the first plan have finished.
 */
export const scheduleIdOf = (code: string, cycle: number, round: number, vehicleId: string) =>
  `SCH-${code}${cycle}${round > 1 ? `.${round}` : ''}-${vehicleId}`

/** Returns the truck's id in a schedule id; otherwise undefined. */
export const vehicleIdOfSchedule = (scheduleId: string) => /^SCH-[A-Z]+\d+(?:\.\d+)?-([\w-]+)$/.exec(scheduleId)?.[1]
