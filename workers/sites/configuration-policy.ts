/** Configuration policy: sites follow the configuration; what a crash left half-done is derived from the log and asked for. */
import { isDeepStrictEqual } from 'node:util'
import type { ConfiguredSite } from '#contract/city/configuration.ts'
import type { Event } from '#contract/events.ts'
import { commandJob, type Outstanding, type Policy } from '../runner/policy.ts'

export function createConfigurationPolicy(): Policy {
  /** Sites in use, by id. */
  const sites = new Map<string, ConfiguredSite>()
  let configured: { version: number; sites: Map<string, ConfiguredSite> } | undefined

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
          configured = { version, sites: new Map(configuration.dumping_sites.map((site) => [site.id, site])) }
          return
        }
      }
    },
    outstanding(): Outstanding[] {
      if (!configured) return []
      const { version, sites: wanted } = configured
      const ids = new Set([...sites.keys(), ...wanted.keys()])
      const differing = [...ids].filter((id) => !isDeepStrictEqual(sites.get(id), wanted.get(id)))
      return differing.map((siteId) =>
        commandJob(`follow-configuration-${version}-${siteId}`, { type: 'FollowConfiguration', siteId }),
      )
    },
  }
}
