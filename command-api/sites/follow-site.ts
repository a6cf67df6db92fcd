/** FollowConfiguration: opens, changes or closes a site as configured. */

import { isDeepStrictEqual } from 'node:util'
import type { ConfiguredSite } from '#contract/settings/configuration.ts'
import type { SiteState } from '../aggregates/site.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { openSite } from './open-site.ts'

interface SyncSite {
  siteId: string
  /** The site as configured; undefined if the configuration lacks it. */
  site: ConfiguredSite | undefined
  changedBy: string
}

/** Default capacity of a site in tonnes. */
const MAX_CAPACITY = 1_000

export const syncSite: Decider<SyncSite, SiteState, 'site'> = ({ siteId, site, changedBy }, state, now) => {
  const at = now.toISOString()
  if (!site) return state.open ? [createEvent('SiteClosed', { siteId, closedBy: changedBy, closedAt: at })] : []
  const { id, ...facts } = site
  if (!state.open) {
    // A new site is empty, and its composition is unknown until the first analysis of a photo.
    const unknown = { maxCapacity: MAX_CAPACITY, currentCapacity: 0, composition: {} }
    return openSite({ id, ...facts, ...unknown, openedBy: changedBy }, state, now)
  }
  const { name, location, coordinates } = state.facts
  return isDeepStrictEqual({ name, location, coordinates }, facts)
    ? []
    : [createEvent('SiteChanged', { siteId, ...facts, changedBy, changedAt: at })]
}
