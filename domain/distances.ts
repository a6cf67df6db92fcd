/** Distances from zones to sites. */

import type { Zone } from './city.ts'
import { lookUp } from './dictionary.ts'
import { INITIAL_ZONES } from './first-zones.ts'

/** Distances in km, one way, by zone and site id. */
export type SiteDistancesKm = Readonly<Record<Zone, Readonly<Record<string, number>>>>

/** Kilometres from the first zones to the demo's sites, one way. */
export const INITIAL_ZONE_DISTANCES_KM: SiteDistancesKm = Object.fromEntries(
  INITIAL_ZONES.map(({ name, distances }) => [name, distances]),
)
/** Default distance in km from a zone to a site, if none is configured. */
export const DEFAULT_DISTANCE_KM = 15

/**
 * Returns the configured distance in km from a zone to a site, or the default.
 * The result is always finite, which the planner needs.
 */
export function distanceKmToSite(
  zone: Zone,
  siteId: string,
  distances: SiteDistancesKm = INITIAL_ZONE_DISTANCES_KM,
): number {
  const km = lookUp(lookUp(distances, zone), siteId)
  return Number.isFinite(km) ? (km as number) : DEFAULT_DISTANCE_KM
}

/** Returns the site nearest to a zone. If several sites are equally near, returns the first by id. */
export function nearestSite(zone: Zone, siteIds: readonly string[], distances?: SiteDistancesKm): string | undefined {
  const km = (siteId: string) => distanceKmToSite(zone, siteId, distances)
  return [...siteIds].sort((a, b) => km(a) - km(b) || (a < b ? -1 : 1))[0]
}
