/**
 * SaveConfiguration: changes only the given parts of the configuration.
 * Refuses an edit of an older version, and lists the changes that were saved since.
 */

import { isDeepStrictEqual } from 'node:util'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { joinMessages, toUntranslatedMessage } from '#contract/languages/values.ts'
import type { Configuration, ConfiguredSite } from '#contract/settings/configuration.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { ConfigurationChange, ConfigurationState } from '../aggregates/configuration.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

export interface SaveConfigurationCommand {
  config: { [K in keyof Configuration]?: Configuration[K] | undefined }
  /**
   * Version of the configuration on which the editor's changes are based.
   * If it is missing, conflicts with other people's changes are not detected.
   */
  version?: number
  /**
   * Configuration of the read model, on which the first saved version is based.
   * Zones are always taken from it, because saved versions lack zones that were opened later.
   */
  initially: Configuration
  /** Reasons why sites can't be removed, by site id. */
  needed: Readonly<Record<string, Message>>
  changedBy: string
}

export const saveConfiguration: Decider<SaveConfigurationCommand, ConfigurationState, 'configuration'> = (
  command,
  state,
  now,
) => {
  const outdated = refuseOutdated(command, state)
  if (outdated) return outdated
  const { zone_customers, zone_distances } = command.initially
  const before = { ...(state.saved ?? command.initially), zone_customers, zone_distances }
  const wanted = { ...before, ...pickDefinedParts(command.config) }
  const refusedZones = refuseZones(before, wanted)
  if (refusedZones) return refusedZones
  const after = withoutStrayDistances({
    ...wanted,
    // Zones that the request omits keep their values.
    zone_customers: { ...before.zone_customers, ...wanted.zone_customers },
    zone_distances: { ...before.zone_distances, ...wanted.zone_distances },
  })
  const refused = refuseSites(before, after, command.needed)
  if (refused) return refused
  const changes = compareConfigurations(before, after)
  if (changes.length === 0) return []
  return [
    createEvent('ConfigurationChanged', {
      version: state.version + 1,
      configuration: after,
      changes,
      changedBy: command.changedBy,
      changedAt: now.toISOString(),
    }),
  ]
}

/**
 * Maximum number of conflicting later changes that a refusal lists.
 * One save may change thousands of values.
 */
const MAX_LISTED = 50
const AND_SO_ON = toUntranslatedMessage('…')

/**
 * Refuses a configuration that was edited from an older version.
 * The message lists the changes that others have saved since, up to a limit.
 */
function refuseOutdated(
  { version, changedBy }: SaveConfigurationCommand,
  state: ConfigurationState,
): Rejection | undefined {
  if (version === undefined || version === state.version) return undefined
  if (version > state.version) return reject('bad-request', msg`There is no such version of the configuration.`)
  const forgotten = state.version - state.history.length
  const since = state.history.slice(Math.max(0, version - forgotten))
  const changes = mergeConfigurationChanges(since.map((save) => save.changes))
  const described = changes
    .slice(0, MAX_LISTED)
    .map((change) => ({ path: change.path, text: describeConfigurationChange(change) }))
  const texts = described.map(({ text }) => text)
  const list = joinMessages(changes.length > MAX_LISTED ? [...texts, AND_SO_ON] : texts, '; ')
  const isOwn = since.every((save) => save.changedBy === changedBy)
  const own =
    changes.length > 0
      ? msg`You changed the configuration in the meantime: ${{ list }}. Check it and save again.`
      : msg`You changed the configuration in the meantime and changed it back. Check it and save again.`
  const foreign =
    changes.length > 0
      ? msg`Somebody else changed the configuration in the meantime: ${{ list }}. Check it and save again.`
      : msg`Somebody else changed the configuration in the meantime and changed it back. Check it and save again.`
  const errors = Object.fromEntries(described.map(({ path, text }) => [path, text]))
  return reject('conflict', isOwn ? own : foreign, errors)
}

/** Refuses settings for a zone that is not open (customers or distances). */
function refuseZones(before: Configuration, wanted: Configuration): Rejection | undefined {
  for (const part of ['zone_customers', 'zone_distances'] as const) {
    const stray = Object.keys(wanted[part]).find((zone) => !Object.hasOwn(before.zone_customers, zone))
    if (stray !== undefined)
      return reject('bad-request', msg`Select a valid zone`, { [`${part}.${stray}`]: msg`Select a valid zone` })
  }
  return undefined
}

function refuseSites(before: Configuration, after: Configuration, needed: SaveConfigurationCommand['needed']) {
  const ids = after.dumping_sites.map(({ id }) => id)
  const again = ids.find((id, at) => ids.indexOf(id) !== at)
  if (again)
    return reject('bad-request', msg`Site ID already exists`, { dumping_sites: msg`${{ id: again }} is listed twice` })
  if (ids.length === 0)
    return reject('bad-request', msg`At least one dumping site must remain`, {
      dumping_sites: msg`At least one dumping site must remain`,
    })
  for (const { id, name } of before.dumping_sites) {
    const why = ids.includes(id) ? undefined : lookUp(needed, id)
    if (why) return reject('conflict', msg`${{ name }} (${{ id }}) can't be removed: ${{ why }}`)
  }
  return undefined
}

/** Returns only those parts of the configuration that the request contains. */
function pickDefinedParts(config: SaveConfigurationCommand['config']): Partial<Configuration> {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))
}

/** Removes distances to unknown sites. */
function withoutStrayDistances(config: Configuration): Configuration {
  const known = new Set(config.dumping_sites.map(({ id }) => id))
  const zones = Object.entries(config.zone_distances).map(([zone, distances]) => [
    zone,
    Object.fromEntries(Object.entries(distances).filter(([siteId]) => known.has(siteId))),
  ])
  return { ...config, zone_distances: Object.fromEntries(zones) }
}

/** Values of a configuration by path. */
type Leaves = Map<string, unknown>

/**
 * Adds each value of a configuration to `leaves`, with its path as key.
 * Site ids are parts of the path; a list counts as one value.
 */
function addLeaves(leaves: Leaves, path: string, value: unknown): void {
  if (Array.isArray(value)) leaves.set(path, value.join(', '))
  else if (typeof value !== 'object' || value === null) leaves.set(path, value)
  else for (const [key, inner] of Object.entries(value)) addLeaves(leaves, `${path}.${key}`, inner)
}

function leavesOf({ dumping_sites, ...figures }: Configuration, sites: ReadonlySet<string>): Leaves {
  const leaves: Leaves = new Map()
  for (const [key, value] of Object.entries(figures)) addLeaves(leaves, key, value)
  for (const site of dumping_sites) {
    const path = `dumping_sites.${site.id}`
    // An added or removed site is a single change.
    if (sites.has(site.id)) addLeaves(leaves, path, site)
    else leaves.set(path, site)
  }
  return leaves
}

const siteIdsOf = ({ dumping_sites }: Configuration) => new Set(dumping_sites.map(({ id }) => id))

/**
 * Returns the changes between two configurations.
 * New paths have no `from`, removed ones no `to`.
 */
export function compareConfigurations(before: Configuration, after: Configuration): ConfigurationChange[] {
  const had = siteIdsOf(before)
  const inBoth = new Set([...siteIdsOf(after)].filter((id) => had.has(id)))
  const [old, now] = [leavesOf(before, inBoth), leavesOf(after, inBoth)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, from: old.get(path), to: now.get(path) }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

/**
 * Merges several lists of configuration changes into one change per path.
 * Omits a path whose last value equals its first.
 */
export function mergeConfigurationChanges(history: readonly (readonly ConfigurationChange[])[]): ConfigurationChange[] {
  const paths = new Map<string, ConfigurationChange>()
  for (const { path, from, to } of history.flat()) {
    const earlier = paths.get(path)
    paths.set(path, { path, from: earlier ? earlier.from : from, to })
  }
  return [...paths.values()].filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

const FIGURE_NAMES: Record<string, Message> = {
  'fuel_prices.diesel': msg`diesel price`,
  'fuel_prices.petrol': msg`petrol price`,
  'thresholds.recommendPercent': msg`percentage at which a collection is recommended`,
  'thresholds.smallZone': msg`size of a small zone`,
  compositionDateShiftHours: msg`shift of composition dates`,
  'city.name': msg`name of the city`,
  'city.country': msg`country`,
  'city.currency.code': msg`currency`,
  'city.currency.symbol': msg`currency symbol`,
  'city.timeZone': msg`time zone`,
  'city.fuels.diesel': msg`name of diesel`,
  'city.fuels.petrol': msg`name of petrol`,
  unconfirmedReports: msg`rule for reports of unconfirmed accounts`,
  automaticDispatch: msg`automatic dispatch`,
  simulatedActivity: msg`simulated activity`,
}

/** Returns a value's text: 'none', 'on', 'off', or the value. */
function shown(value: unknown): Message {
  if (value === undefined) return msg`none`
  if (typeof value === 'boolean') return value ? msg`on` : msg`off`
  return toUntranslatedMessage(String(value))
}

/** Describes a change, such as `customers of Ablekuma North from 145 to 150`. */
export function describeConfigurationChange(change: ConfigurationChange): Message {
  const [part, of = '', detail = ''] = change.path.split('.')
  const [from, to] = [shown(change.from), shown(change.to)]
  if (part === 'zone_customers') return msg`customers of ${{ zone: of }} from ${{ from }} to ${{ to }}`
  if (part === 'zone_distances')
    return msg`distance from ${{ zone: of }} to ${{ site: detail }} from ${{ from }} to ${{ to }} km`
  if (part === 'stop_exceptions')
    return msg`reasons for not collecting from ${{ from: change.from === undefined ? msg`all` : from }} to ${{ to }}`
  if (part !== 'dumping_sites') {
    const figure = lookUp(FIGURE_NAMES, change.path) ?? toUntranslatedMessage(change.path)
    return msg`${{ figure }} from ${{ from }} to ${{ to }}`
  }
  if (detail) return msg`${{ detail }} of dumping site ${{ site: of }} from ${{ from }} to ${{ to }}`
  const { name } = (change.to ?? change.from) as ConfiguredSite
  return change.to
    ? msg`dumping site ${{ name }} (${{ site: of }}) added`
    : msg`dumping site ${{ name }} (${{ site: of }}) removed`
}
