/** Compares two configurations path by path, and describes the changes to editors of an older version. */

import { isDeepStrictEqual } from 'node:util'
import { type Message, msg } from '#contract/languages/message.ts'
import { untranslatedMessage } from '#contract/languages/values.ts'
import type { Configuration, ConfiguredSite } from '#contract/settings/configuration.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { ConfigurationChange } from '../aggregates/configuration.ts'

type Leaves = Map<string, unknown>

/** Adds every value of a configuration part by its path. Sites are keyed by their id; a list is one value. */
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

const idsOf = ({ dumping_sites }: Configuration) => new Set(dumping_sites.map(({ id }) => id))

/** Returns the changes between two configurations. A new path has no `from`, a removed one no `to`. */
export function configurationChangesBetween(before: Configuration, after: Configuration): ConfigurationChange[] {
  const had = idsOf(before)
  const inBoth = new Set([...idsOf(after)].filter((id) => had.has(id)))
  const [old, now] = [leavesOf(before, inBoth), leavesOf(after, inBoth)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, from: old.get(path), to: now.get(path) }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

/** Merges the changes of several versions into one per path. Omits values that ended up unchanged. */
export function mergeConfigurationChanges(history: readonly (readonly ConfigurationChange[])[]): ConfigurationChange[] {
  const paths = new Map<string, ConfigurationChange>()
  for (const { path, from, to } of history.flat()) {
    const earlier = paths.get(path)
    paths.set(path, { path, from: earlier ? earlier.from : from, to })
  }
  return [...paths.values()].filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

const FIGURES: Record<string, Message> = {
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

/** Returns the text of a value: 'none', 'on', 'off', or the value itself. */
function shown(value: unknown): Message {
  if (value === undefined) return msg`none`
  if (typeof value === 'boolean') return value ? msg`on` : msg`off`
  return untranslatedMessage(String(value))
}

/** Returns a text that describes a change, such as `customers of Ablekuma North from 145 to 150`. */
export function describeConfigurationChange(change: ConfigurationChange): Message {
  const [part, of = '', detail = ''] = change.path.split('.')
  const [from, to] = [shown(change.from), shown(change.to)]
  if (part === 'zone_customers') return msg`customers of ${{ zone: of }} from ${{ from }} to ${{ to }}`
  if (part === 'zone_distances')
    return msg`distance from ${{ zone: of }} to ${{ site: detail }} from ${{ from }} to ${{ to }} km`
  if (part === 'stop_exceptions')
    return msg`reasons for not collecting from ${{ from: change.from === undefined ? msg`all` : from }} to ${{ to }}`
  if (part !== 'dumping_sites') {
    const figure = lookUp(FIGURES, change.path) ?? untranslatedMessage(change.path)
    return msg`${{ figure }} from ${{ from }} to ${{ to }}`
  }
  if (detail) return msg`${{ detail }} of dumping site ${{ site: of }} from ${{ from }} to ${{ to }}`
  const { name } = (change.to ?? change.from) as ConfiguredSite
  return change.to
    ? msg`dumping site ${{ name }} (${{ site: of }}) added`
    : msg`dumping site ${{ name }} (${{ site: of }}) removed`
}
