/** Compares two configurations by path, and words the changes for editors of an older version. */

import { isDeepStrictEqual } from 'node:util'
import type { Configuration, ConfiguredSite } from '#contract/settings/configuration.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { Change } from '../aggregates/configuration.ts'

type Leaves = Map<string, unknown>

/** Adds every value of a part by its path; sites are keyed by their id. */
function addLeaves(leaves: Leaves, path: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) leaves.set(path, value)
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

/**
 * Returns the changes between two configurations.
 * `from` or `to` is missing for new or removed paths.
 */
export function changesBetween(before: Configuration, after: Configuration): Change[] {
  const had = idsOf(before)
  const inBoth = new Set([...idsOf(after)].filter((id) => had.has(id)))
  const [old, now] = [leavesOf(before, inBoth), leavesOf(after, inBoth)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, from: old.get(path), to: now.get(path) }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

/** Merges several versions: from the first value to the last, without values that returned to the start. */
export function mergeChanges(history: readonly (readonly Change[])[]): Change[] {
  const paths = new Map<string, Change>()
  for (const { path, from, to } of history.flat()) {
    const earlier = paths.get(path)
    paths.set(path, { path, from: earlier ? earlier.from : from, to })
  }
  return [...paths.values()].filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

const FIGURES: Record<string, string> = {
  'fuel_prices.diesel': 'diesel price',
  'fuel_prices.petrol': 'petrol price',
  'thresholds.recommendPercent': 'percentage that recommends a collection',
  'thresholds.smallZone': 'size of a small zone',
  compositionDateShiftHours: 'shift of composition dates',
  'city.name': 'name of the city',
  'city.country': 'country',
  'city.currency.code': 'currency',
  'city.currency.symbol': 'sign of the currency',
  'city.timeZone': 'time zone',
  'city.fuels.diesel': 'name of diesel',
  'city.fuels.petrol': 'name of petrol',
  unconfirmedReports: 'rule for reports of unconfirmed accounts',
  stop_exceptions: 'exceptions at a stop',
  automaticDispatch: 'automatic dispatch',
  simulatedActivity: 'simulated activity',
}

const shown = (value: unknown) =>
  value === undefined ? 'none' : typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)

/** Returns words such as `customers of Ablekuma North from 145 to 150`. */
export function describeChange({ path, from, to }: Change): string {
  const [part, of = '', detail = ''] = path.split('.')
  const values = `from ${shown(from)} to ${shown(to)}`
  if (part === 'zone_customers') return `customers of ${of} ${values}`
  if (part === 'zone_distances') return `distance from ${of} to ${detail} ${values} km`
  if (part !== 'dumping_sites') return `${lookUp(FIGURES, path) ?? path} ${values}`
  if (detail) return `${detail} of dumping site ${of} ${values}`
  const { name } = (to ?? from) as ConfiguredSite
  return `dumping site ${name} (${of}) ${to ? 'added' : 'removed'}`
}
