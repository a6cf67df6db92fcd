/** What there is to plan with: the trucks that may go, and the sites that each zone may use with their distances. */

import type { VehicleStatus, VehicleType, Zone } from '../city.ts'
import { type Distances, distanceTo } from '../distances.ts'
import { isFree } from '../free-truck.ts'
import type { FreeTruck, Needs, ZoneNeed } from './plan.ts'

export interface City {
  fleet: readonly PlannedTruck[]
  /** capacities in tonnes */
  sites: readonly { id: string; currentCapacity: number; maxCapacity: number }[]
  distances: Distances
}

/** What a plan asks of a truck. */
export interface PlannedTruck {
  id: string
  type: VehicleType
  /** km per litre */
  fuel_efficiency_kmpl: number
  /** litres */
  current_fuel_level: number
  status: VehicleStatus
  needs_refuel: boolean
  archived?: boolean | undefined
}

/** Only trucks that are available and need no fuel may be sent. By id: rows come in any order. */
export function freeTrucks(fleet: readonly PlannedTruck[]): FreeTruck[] {
  return fleet
    .filter(isFree)
    .map(({ id, type, fuel_efficiency_kmpl: kmpl, current_fuel_level: fuel }) => ({ id, type, kmpl, fuel }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

interface Wanted {
  zone: Zone
  reports: number
}

/** A full site is left out as long as there is another. */
export function needOf({ zone, reports }: Wanted, { sites, distances }: Omit<City, 'fleet'>): ZoneNeed {
  const withRoom = sites.filter(({ currentCapacity, maxCapacity }) => currentCapacity < maxCapacity)
  const usable = withRoom.length > 0 ? withRoom : sites
  return { zone, reports, sites: usable.map(({ id }) => ({ id, km: distanceTo(zone, id, distances) })) }
}

export function needsOf(zones: readonly Wanted[], city: City, most?: number): Needs {
  return { zones: zones.map((zone) => needOf(zone, city)), trucks: freeTrucks(city.fleet), most }
}
