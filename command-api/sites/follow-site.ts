/** FollowConfiguration: a site is opened, changed or closed as the configuration says; what is so already stays. */

import { isDeepStrictEqual } from 'node:util'
import type { ConfiguredSite } from '#contract/city/configuration.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { SiteState } from '../streams/site.ts'
import { openSite } from './open-site.ts'

export interface FollowConfiguration {
  siteId: string
  /** As configured; undefined when the configuration has no such site. */
  site: ConfiguredSite | undefined
  changedBy: string
}

/** tonnes of a site that nobody has said more about */
const MAX_CAPACITY = 1_000

export const followSite: Decide<FollowConfiguration, SiteState, 'site'> = ({ siteId, site, changedBy }, state, now) => {
  const at = now.toISOString()
  if (!site) return state.open ? [event('SiteClosed', { siteId, closedBy: changedBy, closedAt: at })] : []
  const { id, ...facts } = site
  if (!state.open) {
    // Unknown stays unknown until somebody has analysed what lies there.
    const unknown = { maxCapacity: MAX_CAPACITY, currentCapacity: 0, composition: {} }
    return openSite({ id, ...facts, ...unknown, openedBy: changedBy }, state, now)
  }
  const { name, location, coordinates } = state.facts
  return isDeepStrictEqual({ name, location, coordinates }, facts)
    ? []
    : [event('SiteChanged', { siteId, ...facts, changedBy, changedAt: at })]
}
