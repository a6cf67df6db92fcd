/** How far it is from a zone to a site. */

import type { Zone } from './city.ts'
import { lookUp } from './dictionary.ts'
import { FIRST_ZONES } from './first-zones.ts'

/** Zone to site id to km. */
export type Distances = Readonly<Record<Zone, Readonly<Record<string, number>>>>

/** Kilometres from each zone that a new installation begins with to the sites of the demo, one way. */
export const FIRST_DISTANCES: Distances = Object.fromEntries(
  FIRST_ZONES.map(({ name, distances }) => [name, distances]),
)
/** To any site that nobody gave a distance to. */
export const OTHER_DISTANCE = 15

/** Returns the kilometres from a zone to a site, as configured. Always finite: the planner counts on it. */
export function distanceTo(zone: Zone, siteId: string, distances: Distances = FIRST_DISTANCES): number {
  const km = lookUp(lookUp(distances, zone), siteId)
  return Number.isFinite(km) ? (km as number) : OTHER_DISTANCE
}

/** The site nearest to a zone; of two equally near the first by id. */
export function nearestSite(zone: Zone, siteIds: readonly string[], distances?: Distances): string | undefined {
  const km = (siteId: string) => distanceTo(zone, siteId, distances)
  return [...siteIds].sort((a, b) => km(a) - km(b) || (a < b ? -1 : 1))[0]
}
