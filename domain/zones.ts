/**
 * The two initial zones, distances to sites, and zone names in ids.
 * Later, dispatchers open and change zones.
 */

import type { Zone } from './city.ts'
import { lookUp } from './dictionary.ts'

/** A position on the map in degrees. */
export interface Coordinates {
  lat: number
  lng: number
}

/** Data of a new zone. */
export interface InitialZoneData {
  name: Zone
  /** Zone code in schedule and delivery ids; permanently unique. */
  code: string
  customers: number
  centre: Coordinates
  /** Distances in km by site id, one way. */
  distances: Readonly<Record<string, number>>
}

export const INITIAL_ZONE_CUSTOMERS = { 'Ablekuma North': 145, 'Ayawaso West': 82 } as const

/**
 * The two first zones.
 * Centres are near the middle of these municipalities (Greater Accra).
 * They are rounded to a hundredth of a degree, about 1 km.
 * This suffices for a schematic map, not for navigation.
 */
export const INITIAL_ZONES = [
  {
    name: 'Ablekuma North',
    code: 'AN',
    customers: INITIAL_ZONE_CUSTOMERS['Ablekuma North'],
    centre: { lat: 5.6, lng: -0.27 },
    distances: { WS001: 12.5, WS002: 18.7 },
  },
  {
    name: 'Ayawaso West',
    code: 'AW',
    customers: INITIAL_ZONE_CUSTOMERS['Ayawaso West'],
    centre: { lat: 5.64, lng: -0.19 },
    distances: { WS001: 22.3, WS002: 8.9 },
  },
] as const satisfies readonly InitialZoneData[]

export const INITIAL_ZONE_NAMES = ['Ablekuma North', 'Ayawaso West'] as const

/**
 * Returns the data of one of the initial zones.
 * Older logs need it, because they lack the event ZoneOpened.
 */
export const findInitialZone = (zone: Zone): InitialZoneData | undefined =>
  INITIAL_ZONES.find(({ name }) => name === zone)

/** Distances in km, one way, by zone and site id. */
export type SiteDistancesKm = Readonly<Record<Zone, Readonly<Record<string, number>>>>

/** Distances in km, one way, from the initial zones to the sites of the demo. */
export const INITIAL_ZONE_DISTANCES_KM: SiteDistancesKm = Object.fromEntries(
  INITIAL_ZONES.map(({ name, distances }) => [name, distances]),
)
export const DEFAULT_DISTANCE_KM = 15

/**
 * Returns the distance in km from a zone to a site, or a default if it is unknown.
 * The planner needs a finite number, so the result is always finite.
 */
export function distanceKmOf(
  zone: Zone,
  siteId: string,
  distances: SiteDistancesKm = INITIAL_ZONE_DISTANCES_KM,
): number {
  const km = lookUp(lookUp(distances, zone), siteId)
  return Number.isFinite(km) ? (km as number) : DEFAULT_DISTANCE_KM
}

/** Returns a zone's nearest site; among equally near ones, the first by id. */
export function nearestSiteOf(zone: Zone, siteIds: readonly string[], distances?: SiteDistancesKm): string | undefined {
  const km = (siteId: string) => distanceKmOf(zone, siteId, distances)
  return [...siteIds].sort((a, b) => km(a) - km(b) || (a < b ? -1 : 1))[0]
}

/**
 * Returns a zone's name in lower case with hyphens, for use in ids.
 * Zones whose names give the same result count as the same zone.
 */
export const zoneSlugOf = (zone: Zone) => zone.toLowerCase().replaceAll(' ', '-')
