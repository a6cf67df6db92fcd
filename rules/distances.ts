/** How far it is from a zone to a site. */
import type { Zone } from './city.ts'

/** Zone to site id to km. */
export type Distances = Readonly<Record<Zone, Readonly<Record<string, number>>>>

/** Kilometres from each zone to each built-in site, one way, and to any other. */
export const DEFAULT_DISTANCES = {
  'Ablekuma North': { WS001: 12.5, WS002: 18.7 },
  'Ayawaso West': { WS001: 22.3, WS002: 8.9 },
} as const
export const OTHER_DISTANCE = 15

/** Kilometres from a zone to a site, as configured. */
export function distanceTo(zone: Zone, siteId: string, distances: Distances = DEFAULT_DISTANCES): number {
  return distances[zone][siteId] ?? OTHER_DISTANCE
}

/** The site nearest to a zone; of two equally near the first by id. */
export function nearestSite(zone: Zone, siteIds: readonly string[], distances?: Distances): string | undefined {
  const km = (siteId: string) => distanceTo(zone, siteId, distances)
  return [...siteIds].sort((a, b) => km(a) - km(b) || (a < b ? -1 : 1))[0]
}
