/** What there is to plan with: the trucks that may go, and the sites that each zone may use with their distances. */
import type { Zone } from '../city.ts'
import type { Configuration } from '../configuration.ts'
import { distanceTo } from '../planning.ts'
import type { Site, Vehicle } from '../views.ts'
import type { FreeTruck, Needs } from './plan.ts'

interface City {
  fleet: readonly Vehicle[]
  sites: readonly Pick<Site, 'id' | 'currentCapacity' | 'maxCapacity'>[]
  distances: Configuration['zone_distances']
}

/** Only trucks that are available and need no fuel may be sent (decisions, section 3). */
export function freeTrucks(fleet: readonly Vehicle[]): FreeTruck[] {
  return fleet
    .filter((truck) => truck.status === 'available' && !truck.needs_refuel && !truck.archived)
    .map(({ id, type, fuel_efficiency_kmpl: kmpl, current_fuel_level: fuel }) => ({ id, type, kmpl, fuel }))
}

/** A full site is left out as long as there is another. */
export function needsOf(
  zones: readonly { zone: Zone; reports: number }[],
  { fleet, sites, distances }: City,
  most?: number,
): Needs {
  const withRoom = sites.filter(({ currentCapacity, maxCapacity }) => currentCapacity < maxCapacity)
  const usable = withRoom.length > 0 ? withRoom : sites
  return {
    zones: zones.map(({ zone, reports }) => ({
      zone,
      reports,
      sites: usable.map(({ id }) => ({ id, km: distanceTo(zone, id, distances) })),
    })),
    trucks: freeTrucks(fleet),
    most,
  }
}
