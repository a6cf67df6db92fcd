/**
 * Configuration policy: updates sites that differ from the configuration.
 * After a crash, the log shows the missing updates.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Event } from '#contract/events.ts'
import type { ConfiguredSite } from '#contract/settings/configuration.ts'
import {
  createCommandJob,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
} from '../runner/policy.ts'

export function createConfigurationPolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /** Sites that are open according to the log, by id. */
  const sites = keep('sites', new Map<string, ConfiguredSite>())
  /** The newest configuration; without fields before the first one. */
  const wanted = keep<{ configured?: { version: number; sites: Map<string, ConfiguredSite> } }>('wanted', {})

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'SiteOpened':
        case 'SiteChanged': {
          const { siteId: id, name, location, coordinates } = data
          sites.set(id, { id, name, location, coordinates })
          return
        }
        case 'SiteClosed':
          sites.delete(data.siteId)
          return
        case 'ConfigurationChanged': {
          const { version, configuration } = data
          wanted.configured = { version, sites: new Map(configuration.dumping_sites.map((site) => [site.id, site])) }
          return
        }
      }
    },
    outstanding(): OutstandingJob[] {
      if (!wanted.configured) return []
      const { version, sites: configured } = wanted.configured
      const ids = new Set([...sites.keys(), ...configured.keys()])
      const differing = [...ids].filter((id) => !isDeepStrictEqual(sites.get(id), configured.get(id)))
      // Other jobs run first: the save itself updates the sites, unless its process crashes.
      return differing.map((siteId, index) => ({
        ...createCommandJob(`follow-configuration-${version}-${siteId}`, { type: 'FollowConfiguration', siteId }),
        background: index + 1,
      }))
    },
  }
}
