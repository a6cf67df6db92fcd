/** The two zones that a new installation begins with. After that zones are data: opened, changed and closed by dispatchers. */
import type { Zone } from './city.ts'

/** A place in degrees. */
export interface Coordinates {
  lat: number
  lng: number
}

/** What a zone is opened with. */
export interface NewZone {
  name: Zone
  /** In the ids of its schedules and deliveries; unique for ever. */
  code: string
  customers: number
  centre: Coordinates
  /** Site id to km, one way. */
  distances: Readonly<Record<string, number>>
}

export const FIRST_CUSTOMERS = { 'Ablekuma North': 145, 'Ayawaso West': 82 } as const

/**
 * The centres are about the middle of the municipalities of these names (Greater Accra), in degrees to the nearest hundredth,
 * which is about 1 km: enough for a schematic map, not for finding the way.
 */
export const FIRST_ZONES = [
  {
    name: 'Ablekuma North',
    code: 'AN',
    customers: FIRST_CUSTOMERS['Ablekuma North'],
    centre: { lat: 5.6, lng: -0.27 },
    distances: { WS001: 12.5, WS002: 18.7 },
  },
  {
    name: 'Ayawaso West',
    code: 'AW',
    customers: FIRST_CUSTOMERS['Ayawaso West'],
    centre: { lat: 5.64, lng: -0.19 },
    distances: { WS001: 22.3, WS002: 8.9 },
  },
] as const satisfies readonly NewZone[]

export const FIRST_ZONE_NAMES = ['Ablekuma North', 'Ayawaso West'] as const

/** Of a zone that a log knows from before zones were opened: what such a log left unsaid. */
export const firstZone = (zone: Zone): NewZone | undefined => FIRST_ZONES.find(({ name }) => name === zone)
