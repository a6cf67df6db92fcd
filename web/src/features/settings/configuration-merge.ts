/** Three-way merge of two users' edits of the configuration. */

import type { Configuration, ConfiguredSite } from '#contract/settings/configuration.ts'
import { lookUp } from '#domain/dictionary.ts'

type Tree = { [key: string]: unknown }

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (a: unknown, b: unknown) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

/** Sorts the keys, so that equal content compares equal. */
function sorted(value: unknown): unknown {
  if (!isTree(value)) return Array.isArray(value) ? value.map(sorted) : value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** Keys sites by id, as in the server's list of changes. */
const keyed = (config: Configuration): Tree => ({
  ...config,
  dumping_sites: Object.fromEntries(config.dumping_sites.map((site) => [site.id, site])),
})

/** Merges my changes since `base` into theirs; mine win in a conflict. */
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

export function mergedConfiguration(base: Configuration, mine: Configuration, theirs: Configuration): Configuration {
  const both = merged(keyed(base), keyed(mine), keyed(theirs)) as Tree
  return {
    ...both,
    dumping_sites: Object.values(both.dumping_sites as Record<string, ConfiguredSite>),
  } as Configuration
}

/** Returns the changed parts of the configuration, for the request. */
export function changedParts(base: Configuration, mine: Configuration): Partial<Configuration> {
  const was = base as unknown as Tree
  return Object.fromEntries(Object.entries(mine).filter(([part, value]) => !same(lookUp(was, part), value)))
}

/** Returns true if I changed the value at a path, such as `zone_customers.Ablekuma North.totalCustomers`. */
export function changedAt(path: string, base: Configuration, mine: Configuration): boolean {
  const at = (config: Configuration) =>
    path.split('.').reduce<unknown>((value, key) => (isTree(value) ? lookUp(value, key) : undefined), keyed(config))
  return !same(at(base), at(mine))
}

/**
 * Returns the configuration with the latest zones; known zones keep their values.
 * Returns undefined if the zones are equal.
 */
export function withZonesOf<C extends Configuration>(config: C, latest: Configuration): C | undefined {
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
