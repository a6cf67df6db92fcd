/** Prepares the planner's input: available trucks, and usable sites of each zone with distances. */

import type { VehicleStatus, VehicleType, Zone } from '../city.ts'
import { distanceKmToSite, type SiteDistancesKm } from '../distances.ts'
import { isTruckAvailable } from '../free-truck.ts'
import type { FreeTruck, PlannerInput, ZoneNeed } from './plan.ts'

export interface PlannerCity {
  fleet: readonly PlannerTruck[]
  /** Sites with their load and capacity in tonnes. */
  sites: readonly { id: string; currentCapacity: number; maxCapacity: number }[]
  distances: SiteDistancesKm
}

/** Fields of a truck that the planner needs. */
export interface PlannerTruck {
  id: string
  type: VehicleType
  /** km per litre. */
  fuel_efficiency_kmpl: number
  /** Litres. */
  current_fuel_level: number
  status: VehicleStatus
  needs_refuel: boolean
  archived?: boolean | undefined
}

/** Returns available trucks that need no fuel, sorted by id, because rows come in any order. */
export function selectFreeTrucks(fleet: readonly PlannerTruck[]): FreeTruck[] {
  return fleet
    .filter(isTruckAvailable)
    .map(({ id, type, fuel_efficiency_kmpl: kmpl, current_fuel_level: fuel }) => ({ id, type, kmpl, fuel }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

interface ZoneReports {
  zone: Zone
  reports: number
}

/** Returns the need of a zone. Omits full sites, unless all sites are full. */
export function toZoneNeed({ zone, reports }: ZoneReports, { sites, distances }: Omit<PlannerCity, 'fleet'>): ZoneNeed {
  const withRoom = sites.filter(({ currentCapacity, maxCapacity }) => currentCapacity < maxCapacity)
  const usable = withRoom.length > 0 ? withRoom : sites
  return { zone, reports, sites: usable.map(({ id }) => ({ id, km: distanceKmToSite(zone, id, distances) })) }
}

export function toPlannerInput(zones: readonly ZoneReports[], city: PlannerCity, most?: number): PlannerInput {
  return { zones: zones.map((zone) => toZoneNeed(zone, city)), trucks: selectFreeTrucks(city.fleet), most }
}
