/**
 * Draft of the configuration in the settings form.
 * Converts numbers to text and back, and merges the changes of two users.
 */

import { t } from '@lingui/core/macro'
import type { BodyInputOf } from '#contract/endpoints.ts'
import type { Configuration, ConfiguredSite } from '#contract/settings/configuration.ts'
import type { Zone } from '#domain/city.ts'
import { type CitySettings, DEFAULT_CITY } from '#domain/city-settings.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { UnconfirmedReportRule } from '#domain/report-rules.ts'
import { STOP_EXCEPTIONS, type StopException } from '#domain/stop-outcomes.ts'
import { DEFAULT_DISTANCE_KM } from '#domain/zones.ts'
import { parseNumber } from '#web/lib/format/numbers.ts'

type ByZone = Record<Zone, string>

export interface SiteDraft {
  /** React key of the site, unchanged while the user types the id. */
  key: string
  id: string
  /** True for an unsaved site, whose id can be edited. */
  added: boolean
  name: string
  location: string
  coordinates: { lat: string; lng: string }
  /** Distance to each zone in km, as typed. */
  distances: ByZone
}

export interface ConfigurationDraft {
  customers: ByZone
  dumping_sites: SiteDraft[]
  fuel_prices: { diesel: string; petrol: string }
  thresholds: { recommendPercent: string; smallZone: string }
  city: CitySettings
  compositionDateShiftHours: string
  unconfirmedReports: UnconfirmedReportRule
  /**
   * Reasons for an uncollected bin that drivers can choose.
   * Undefined means all reasons; it stays so until a dispatcher chooses some.
   */
  stop_exceptions: StopException[] | undefined
  automaticDispatch: boolean
  simulatedActivity: boolean
}

const byZone = <T>(zones: readonly Zone[], value: (zone: Zone) => T): Record<Zone, T> =>
  Object.fromEntries(zones.map((zone) => [zone, value(zone)]))

/** Returns the form's draft of the configuration, with numbers as text. */
export function configurationDraftOf(config: Configuration): ConfigurationDraft {
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
      distances: byZone(zones, (zone) => String(lookUp(lookUp(zone_distances, zone), id) ?? DEFAULT_DISTANCE_KM)),
    })),
    fuel_prices: { diesel: String(fuel_prices.diesel), petrol: String(fuel_prices.petrol) },
    thresholds: {
      recommendPercent: String(thresholds.recommendPercent),
      smallZone: String(thresholds.smallZone),
    },
    // A configuration that an older version stored has no field `city`.
    city: config.city ?? DEFAULT_CITY,
    compositionDateShiftHours: String(config.compositionDateShiftHours),
    unconfirmedReports: config.unconfirmedReports,
    stop_exceptions: config.stop_exceptions,
    automaticDispatch: config.automaticDispatch,
    simulatedActivity: config.simulatedActivity,
  }
}

/**
 * Returns the typed configuration.
 * Invalid numbers become undefined, which the schema reports.
 */
export function toConfiguration(draft: ConfigurationDraft): Configuration {
  const number = (text = '') => parseNumber(text) as number
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
    ...(draft.stop_exceptions && { stop_exceptions: draft.stop_exceptions }),
    automaticDispatch: draft.automaticDispatch,
    simulatedActivity: draft.simulatedActivity,
  }
}

/** Returns the schema's errors under the names of the form's fields. */
export function toFieldErrors(errors: Record<string, unknown>, draft: ConfigurationDraft): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([path, text]) => [fieldOf(path, draft), String(text)]))
}

function fieldOf(path: string, draft: ConfigurationDraft): string {
  const [part, zone, last] = path.split('.')
  if (part === 'zone_customers') return `customers.${zone}`
  if (part !== 'zone_distances') return path
  const index = draft.dumping_sites.findIndex(({ id }) => id.trim() === last)
  return `dumping_sites.${index}.distances.${zone}`
}

/** Returns an empty site with the next id: WS003 after WS002. */
export function createSiteDraft(sites: readonly SiteDraft[], zones: readonly Zone[]): SiteDraft {
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
    distances: byZone(zones, () => String(DEFAULT_DISTANCE_KM)),
  }
}

/** Presets for the number of customers of the first two zones. */
export const getCustomerPresets = (): { label: string; customers: ByZone }[] => [
  { label: t`Large Scale`, customers: { 'Ablekuma North': '200', 'Ayawaso West': '120' } },
  { label: t`Small Scale`, customers: { 'Ablekuma North': '50', 'Ayawaso West': '30' } },
]

/** Assumed surcharge of petrol over diesel, in cedi per litre, while no petrol price is set. */
const PETROL_ABOVE_DIESEL = 2.5

/**
 * Returns the fuel prices after a change of the diesel price.
 * The petrol price follows, unless it was set separately.
 */
export function setDieselPrice({ diesel, petrol }: ConfigurationDraft['fuel_prices'], typed: string) {
  const above = (text: string) => Math.round(((parseNumber(text) ?? Number.NaN) + PETROL_ABOVE_DIESEL) * 100) / 100
  const follows = parseNumber(diesel) === undefined || above(diesel) === parseNumber(petrol)
  const next = above(typed)
  return { diesel: typed, petrol: follows && !Number.isNaN(next) ? String(next) : petrol }
}

/**
 * Returns the reasons that drivers can choose after one is switched on or off.
 * Their order is that of `STOP_EXCEPTIONS`.
 */
export function toggleStopException(
  used: readonly StopException[] = STOP_EXCEPTIONS,
  one: StopException,
  isOn: boolean,
) {
  return STOP_EXCEPTIONS.filter((each) => (each === one ? isOn : used.includes(each)))
}

type Tree = { [key: string]: unknown }

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (a: unknown, b: unknown) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

/** Sorts object keys, so equal values have equal JSON. */
function sorted(value: unknown): unknown {
  if (!isTree(value)) return Array.isArray(value) ? value.map(sorted) : value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** Returns the configuration with its sites by id, as the server records changes. */
const keyed = (config: Configuration): Tree => ({
  ...config,
  dumping_sites: Object.fromEntries(config.dumping_sites.map((site) => [site.id, site])),
})

/**
 * Merges the user's changes since `base` into the version that another user saved.
 * If both changed the same value, the user's own change wins.
 */
function merged(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (same(mine, base)) return theirs
  if (same(theirs, base)) return mine
  if (!isTree(mine) || !isTree(theirs)) return mine
  const before = isTree(base) ? base : {}
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const entries = [...keys].map(
    (key) => [key, merged(lookUp(before, key), lookUp(mine, key), lookUp(theirs, key))] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/**
 * Merges my changes and another user's changes of the configuration.
 * Both were made to the configuration `base`.
 */
export function mergeConfigurations(base: Configuration, mine: Configuration, theirs: Configuration): Configuration {
  const both = merged(keyed(base), keyed(mine), keyed(theirs)) as Tree
  return {
    ...both,
    dumping_sites: Object.values(both.dumping_sites as Record<string, ConfiguredSite>),
  } as Configuration
}

/** Returns only the parts of the configuration that this user changed, for the request. */
export function listChangedParts(base: Configuration, mine: Configuration): Partial<Configuration> {
  const was = base as unknown as Tree
  return Object.fromEntries(Object.entries(mine).filter(([part, value]) => !same(lookUp(was, part), value)))
}

/**
 * Returns whether `mine` differs from `base` at a path.
 * Example of a path: `zone_customers.Ablekuma North.totalCustomers`.
 */
export function isChangedAt(path: string, base: Configuration, mine: Configuration): boolean {
  const at = (config: Configuration) =>
    path.split('.').reduce<unknown>((value, key) => (isTree(value) ? lookUp(value, key) : undefined), keyed(config))
  return !same(at(base), at(mine))
}

/**
 * Returns the configuration with the latest list of zones.
 * Zones that it already has keep their values.
 * Returns undefined if the list has not changed.
 */
export function updateConfigurationZones<C extends Configuration>(config: C, latest: Configuration): C | undefined {
  const [had, has] = [Object.keys(config.zone_customers), Object.keys(latest.zone_customers)]
  if (had.length === has.length && has.every((zone) => Object.hasOwn(config.zone_customers, zone))) return undefined
  const only = <T>(from: Record<string, T>, now: Record<string, T>) =>
    Object.fromEntries(
      has.flatMap((zone) => {
        const value = lookUp(from, zone) ?? lookUp(now, zone)
        return value === undefined ? [] : [[zone, value] as const]
      }),
    )
  return {
    ...config,
    zone_customers: only(config.zone_customers, latest.zone_customers),
    zone_distances: only(config.zone_distances, latest.zone_distances),
  }
}

export interface ZoneDraft {
  name: string
  code: string
  customers: string
  centre: { lat: string; lng: string }
}

export const EMPTY_ZONE: ZoneDraft = { name: '', code: '', customers: '', centre: { lat: '', lng: '' } }

/** Suggests a zone's code: 'AN' for Ablekuma North, 'TES' for Teshie. */
export function suggestZoneCode(name: string): string {
  const words = name
    .normalize('NFKD')
    .toUpperCase()
    .split(/[\s-]+/)
    .map((word) => word.replace(/[^A-Z]/g, ''))
    .filter(Boolean)
  const initials = words.map((word) => word[0]).join('')
  return (initials.length > 1 ? initials : (words[0] ?? '')).slice(0, initials.length > 1 ? 5 : 3)
}

const number = (text: string) => parseNumber(text) as number

/**
 * Returns the command that opens a zone.
 * The default code is the suggested one.
 * An invalid number becomes undefined, which the schema reports.
 */
export const toOpenZoneBody = ({ name, code, customers, centre }: ZoneDraft): BodyInputOf<'openZone'> => ({
  name,
  code: code.trim() || suggestZoneCode(name),
  customers: number(customers),
  centre: { lat: number(centre.lat), lng: number(centre.lng) },
})

/** Labels of the configuration's sections. */
export const getSectionLabels = () =>
  ({
    zones: t`Zones`,
    customers: t`Customers`,
    sites: t`Dumping sites`,
    figures: t`Fuel and thresholds`,
    city: t`City`,
    drivers: t`Drivers`,
    automation: t`Automation`,
  }) as const
export type ConfigurationSectionName = keyof ReturnType<typeof getSectionLabels>

/**
 * Section of the form for each field of the configuration.
 * Keys are the first part of a field's path.
 */
const SECTION_OF = new Map<string, ConfigurationSectionName>([
  ['customers', 'customers'],
  ['dumping_sites', 'sites'],
  ['fuel_prices', 'figures'],
  ['thresholds', 'figures'],
  ['city', 'city'],
  ['stop_exceptions', 'drivers'],
])

/** Returns the section of a field, by the field's path. */
export const sectionOfPath = (path: string): ConfigurationSectionName =>
  SECTION_OF.get(path.split('.')[0] ?? '') ?? 'automation'
