/** How a collection is planned: which trucks a zone's reports need, where they unload, and how a schedule is named. */

import type { VehicleType } from './city.ts'

/** m³ that one reported bin adds to a truck's load: a wheeled bin of 240 litres. */
export const VOLUME_PER_REPORT = 0.24
export const MOST_TRUCKS_PER_ZONE = 2

/** A collection starts this long after it was scheduled, so that its driver can get there, and ends so long after its start. */
export const LEAD_MS = 15 * 60_000
export const DURATION_MS = 3 * 60 * 60_000

/** kg of a collection that nobody has weighed, and of each report in it. */
export const [BASE_KG, REPORT_KG] = [450, 75]

/** Whose key seals the name and contact of a truck's driver. */
export const driverKey = (vehicleId: string) => `driver-${vehicleId}`

const CAPACITIES: Partial<Record<VehicleType, number>> = { compressed_truck: 25, rear_loader: 12 }
const OTHER_CAPACITY = 8

/** What a truck of a type holds, in m³. */
export const truckCapacity = (type: VehicleType) => CAPACITIES[type] ?? OTHER_CAPACITY

/** Percent of the tank, to a tenth. */
export const fuelPercentage = (fuelLevel: number, tankCapacity: number) =>
  Math.round((fuelLevel / tankCapacity) * 1000) / 10

/** Below 25 % of the tank, however that is rounded to be shown. */
export const needsRefuel = (fuelLevel: number, tankCapacity: number) => fuelLevel * 4 < tankCapacity

/** The first of these trucks, as many as hold the reports in one trip; at least 1 where there is one, and never above `most`. */
export function firstThatHold<T extends { type: VehicleType }>(
  trucks: readonly T[],
  reports: number,
  most = MOST_TRUCKS_PER_ZONE,
): T[] {
  const chosen: T[] = []
  let room = 0
  for (const truck of trucks) {
    if (chosen.length === most || (chosen.length > 0 && room >= reports * VOLUME_PER_REPORT)) break
    chosen.push(truck)
    room += truckCapacity(truck.type)
  }
  return chosen
}

/** What a schedule's truck is sent to do; one that was made without a plan shows what is logged of it. */
export function workOf(schedule: ScheduleFigures): TruckPlan {
  const { plan, reportsCount, estimatedDistance, estimatedFuelConsumption } = schedule
  return plan ?? { reports: reportsCount, trips: 1, km: estimatedDistance, litres: estimatedFuelConsumption }
}
/** What a truck is sent to do in a collection, as the planner made it: km of all its round trips, and their litres. */
export interface TruckPlan {
  reports: number
  trips: number
  km: number
  litres: number
}

interface ScheduleFigures {
  plan?: TruckPlan | undefined
  reportsCount: number
  /** km, one way */
  estimatedDistance: number
  /** litres */
  estimatedFuelConsumption: number
}

/**
 * A schedule's id names what it is for: `SCH-AN12-T001` is the collection of truck T001 in the 12th cycle of the zone with the
 * code AN, and `SCH-AN12.2-T001` belongs to the second plan of that cycle, made when the first one's trucks had all ended.
 */
export const scheduleIdOf = (code: string, cycle: number, round: number, vehicleId: string) =>
  `SCH-${code}${cycle}${round > 1 ? `.${round}` : ''}-${vehicleId}`

/** The truck of a schedule, or undefined when the text is no schedule id. */
export const vehicleOf = (scheduleId: string) => /^SCH-[A-Z]+\d+(?:\.\d+)?-([\w-]+)$/.exec(scheduleId)?.[1]
