/** SaveConfiguration: changes only the given parts, and never overwrites changes that the editor has not seen. */

import { type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { joinMessages, untranslatedMessage } from '#contract/languages/values.ts'
import type { Configuration } from '#contract/settings/configuration.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { ConfigurationState } from '../aggregates/configuration.ts'
import { createEvent, type Decide } from '../kernel/decider.ts'
import { configurationChangesBetween, describeConfigurationChange, mergeConfigurationChanges } from './changes.ts'

export interface SaveConfiguration {
  config: { [K in keyof Configuration]?: Configuration[K] | undefined }
  /** The version that the editor changed. If absent, conflicts with newer versions are not detected. */
  version?: number
  /**
   * Configuration according to the rows, the base of the first save.
   * Zones always come from it, because saved versions lack zones opened later.
   */
  initially: Configuration
  /** Reasons why sites can't be removed, by site id. */
  needed: Readonly<Record<string, Message>>
  changedBy: string
}

export const saveConfiguration: Decide<SaveConfiguration, ConfigurationState, 'configuration'> = (
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
  const changes = configurationChangesBetween(before, after)
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

/** Later changes that a refusal lists. A save may change thousands. */
const MAX_LISTED = 50
const AND_SO_ON = untranslatedMessage('…')

/**
 * Refuses an edit of an older version.
 * The message contains the later changes, so that the editor can check them and save again.
 * They are those of the latest saves, up to a limit.
 */
function refuseOutdated({ version, changedBy }: SaveConfiguration, state: ConfigurationState): Rejection | undefined {
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

/** Refuses customers and distances of a zone that is not open. */
function refuseZones(before: Configuration, wanted: Configuration): Rejection | undefined {
  for (const part of ['zone_customers', 'zone_distances'] as const) {
    const stray = Object.keys(wanted[part]).find((zone) => !Object.hasOwn(before.zone_customers, zone))
    if (stray !== undefined)
      return reject('bad-request', msg`Select a valid zone`, { [`${part}.${stray}`]: msg`Select a valid zone` })
  }
  return undefined
}

function refuseSites(before: Configuration, after: Configuration, needed: SaveConfiguration['needed']) {
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
function pickDefinedParts(config: SaveConfiguration['config']): Partial<Configuration> {
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
