/** The configuration's command at the door: save it, and let the sites follow before the answer goes out. */

import type { EventOf } from '#contract/events.ts'
import { isRejection } from '#contract/problems.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Handlers } from '#platform/http/api.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readConfiguration } from '../rows/configuration.ts'
import { readNeededSites } from '../rows/needed-sites.ts'
import { CONFIGURATION_STREAM, type ConfigurationState, configuration } from '../streams/configuration.ts'
import { saveConfiguration } from './save-configuration.ts'

/** Brings a site to what the configuration says; answers the position that it is true at. */
export type FollowSite = (siteId: string) => Promise<Position>

export function configurationRoutes(kernel: Kernel, followSite: FollowSite): Handlers {
  const { store, rows, clock } = kernel
  return {
    async saveConfiguration({ body, principal, envelope }) {
      const initially = await readConfiguration(await rows.upToNow('configuration'))
      const needed = body.config.dumping_sites ? await readNeededSites(kernel) : {}
      const command = { ...body, initially, needed, changedBy: principal.userId }
      const decide = (state: ConfigurationState) => saveConfiguration(command, state, clock())
      const handled = await handle(store, CONFIGURATION_STREAM, configuration, decide, envelope)
      if (isRejection(handled)) return handled
      let { position } = handled
      // A policy asks for the same when this ends half-way.
      for (const siteId of sitesIn(handled.events as EventOf<'ConfigurationChanged'>[]))
        position = Math.max(position, await followSite(siteId))
      const { version, saved = initially, changedBy, changedAt } = handled.state
      return {
        message: 'Configuration saved successfully',
        config: { ...saved, version, changedBy, changedAt },
        position,
      }
    },
  }
}

function sitesIn(events: readonly EventOf<'ConfigurationChanged'>[]): Set<string> {
  const paths = events.flatMap(({ data }) => data.changes.map(({ path }) => path.split('.')))
  return new Set(paths.flatMap(([part, siteId = '']) => (part === 'dumping_sites' ? [siteId] : [])))
}
