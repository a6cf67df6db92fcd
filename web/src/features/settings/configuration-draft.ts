/** Draft of the configuration form, with numbers as strings, and its conversion. */

import type { Configuration } from '#contract/settings/configuration.ts'
import type { Zone } from '#domain/city.ts'
import { type CitySettings, DEFAULT_CITY } from '#domain/city-settings.ts'
import { lookUp } from '#domain/dictionary.ts'
import { OTHER_DISTANCE } from '#domain/distances.ts'
import type { UnconfirmedRule } from '#domain/report-counting.ts'
import { numberIn } from '#web/lib/format/numbers.ts'

type ByZone = Record<Zone, string>

export interface SiteDraft {
  /** Stable while the user types the id. */
  key: string
  id: string
  /** True for an unsaved site, whose id is still editable. */
  added: boolean
  name: string
  location: string
  coordinates: { lat: string; lng: string }
  /** km from each zone. */
  distances: ByZone
}

export interface ConfigurationDraft {
  customers: ByZone
  dumping_sites: SiteDraft[]
  fuel_prices: { diesel: string; petrol: string }
  thresholds: { recommendPercent: string; smallZone: string }
  city: CitySettings
  compositionDateShiftHours: string
  unconfirmedReports: UnconfirmedRule
  automaticDispatch: boolean
  simulatedActivity: boolean
}

const byZone = <T>(zones: readonly Zone[], value: (zone: Zone) => T): Record<Zone, T> =>
  Object.fromEntries(zones.map((zone) => [zone, value(zone)]))

export function draftOf(config: Configuration): ConfigurationDraft {
  const { zone_customers, dumping_sites, zone_distances, fuel_prices, thresholds } = config
  const zones = Object.keys(zone_customers)
  return {
    customers: byZone(zones, (zone) => String(lookUp(zone_customers, zone)?.totalCustomers ?? '')),
    dumping_sites: dumping_sites.map(({ id, name, location, coordinates }) => ({
      key: id,
      id,
      added: false,
      name,
      location,
      coordinates: { lat: String(coordinates.lat), lng: String(coordinates.lng) },
      distances: byZone(zones, (zone) => String(lookUp(lookUp(zone_distances, zone), id) ?? OTHER_DISTANCE)),
    })),
    fuel_prices: { diesel: String(fuel_prices.diesel), petrol: String(fuel_prices.petrol) },
    thresholds: {
      recommendPercent: String(thresholds.recommendPercent),
      smallZone: String(thresholds.smallZone),
    },
    // A copy from an older version has none.
    city: config.city ?? DEFAULT_CITY,
    compositionDateShiftHours: String(config.compositionDateShiftHours),
    unconfirmedReports: config.unconfirmedReports,
    automaticDispatch: config.automaticDispatch,
    simulatedActivity: config.simulatedActivity,
  }
}

/** Returns the typed configuration; an invalid number is undefined, which the schema reports. */
export function configurationOf(draft: ConfigurationDraft): Configuration {
  const number = (text = '') => numberIn(text) as number
  const zones = Object.keys(draft.customers)
  return {
    zone_customers: byZone(zones, (zone) => ({ totalCustomers: number(lookUp(draft.customers, zone)) })),
    dumping_sites: draft.dumping_sites.map(({ id, name, location, coordinates: { lat, lng } }) => ({
      id: id.trim(),
      name: name.trim(),
      location: location.trim(),
      coordinates: { lat: number(lat), lng: number(lng) },
    })),
    zone_distances: byZone(zones, (zone) =>
      Object.fromEntries(draft.dumping_sites.map(({ id, distances }) => [id.trim(), number(lookUp(distances, zone))])),
    ),
    fuel_prices: { diesel: number(draft.fuel_prices.diesel), petrol: number(draft.fuel_prices.petrol) },
    thresholds: {
      recommendPercent: number(draft.thresholds.recommendPercent),
      smallZone: number(draft.thresholds.smallZone),
    },
    city: draft.city,
    compositionDateShiftHours: number(draft.compositionDateShiftHours),
    unconfirmedReports: draft.unconfirmedReports,
    automaticDispatch: draft.automaticDispatch,
    simulatedActivity: draft.simulatedActivity,
  }
}

/** Maps the schema's errors to fields of the form. */
export function byField(errors: Record<string, unknown>, draft: ConfigurationDraft): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([path, text]) => [fieldOf(path, draft), String(text)]))
}

function fieldOf(path: string, draft: ConfigurationDraft): string {
  const [part, zone, last] = path.split('.')
  if (part === 'zone_customers') return `customers.${zone}`
  if (part !== 'zone_distances') return path
  const index = draft.dumping_sites.findIndex(({ id }) => id.trim() === last)
  return `dumping_sites.${index}.distances.${zone}`
}

/** Returns an empty site with the next free id: WS003 after WS002. */
export function newSite(sites: readonly SiteDraft[], zones: readonly Zone[]): SiteDraft {
  const taken = new Set(sites.map(({ id }) => id))
  let number = 1
  const idOf = () => `WS${String(number).padStart(3, '0')}`
  while (taken.has(idOf())) number += 1
  const id = idOf()
  return {
    key: `${id}-${Date.now()}`,
    id,
    added: true,
    name: '',
    location: '',
    coordinates: { lat: '', lng: '' },
    distances: byZone(zones, () => String(OTHER_DISTANCE)),
  }
}

/** Customer presets for the initial zones of an installation. */
export const PRESETS: { label: string; customers: ByZone }[] = [
  { label: 'Large Scale', customers: { 'Ablekuma North': '200', 'Ayawaso West': '120' } },
  { label: 'Small Scale', customers: { 'Ablekuma North': '50', 'Ayawaso West': '30' } },
]

/** Difference of petrol to diesel until it has its own price, in cedi per litre. */
const PETROL_ABOVE_DIESEL = 2.5

/** Returns the prices after a change of diesel; petrol follows unless it was set separately. */
export function withDiesel({ diesel, petrol }: ConfigurationDraft['fuel_prices'], typed: string) {
  const above = (text: string) => Math.round(((numberIn(text) ?? Number.NaN) + PETROL_ABOVE_DIESEL) * 100) / 100
  const follows = numberIn(diesel) === undefined || above(diesel) === numberIn(petrol)
  const next = above(typed)
  return { diesel: typed, petrol: follows && !Number.isNaN(next) ? String(next) : petrol }
}
