/** The two zones with which a new installation starts. Later, dispatchers open and change zones. */
import type { Zone } from './city.ts'

/** A position on the map in degrees. */
export interface Coordinates {
  lat: number
  lng: number
}

/** Data of a new zone. */
export interface InitialZoneData {
  name: Zone
  /** Code of the zone, part of the ids of its schedules and deliveries; permanently unique. */
  code: string
  customers: number
  centre: Coordinates
  /** Distances in km by site id, one way. */
  distances: Readonly<Record<string, number>>
}

export const INITIAL_ZONE_CUSTOMERS = { 'Ablekuma North': 145, 'Ayawaso West': 82 } as const

/**
 * The two first zones.
 * Their centres are near the middle of the municipalities of these names (Greater Accra), rounded to a hundredth of a
 * degree, about 1 km.
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

/** Returns the initial data of a zone, for logs from before the event ZoneOpened existed. */
export const findInitialZone = (zone: Zone): InitialZoneData | undefined =>
  INITIAL_ZONES.find(({ name }) => name === zone)
