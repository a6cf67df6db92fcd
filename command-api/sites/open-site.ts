/** OpenSite: a dumping site comes into use; its id is taken while it is. */

import type { z } from 'zod'
import { isWhole, type OpenSite as Shape } from '#contract/commands.ts'
import type { Event, EventData } from '#contract/events.ts'
import { reject } from '#contract/problems.ts'
import { type Aggregate, type Decide, event } from '../kernel/decider.ts'

/** A site while it is in use, and otherwise that it is not. */
export type SiteState = { open: false } | { open: true; facts: SiteFacts }
export type SiteFacts = Pick<EventData<'SiteOpened'>, 'name' | 'location' | 'coordinates'>

export const site: Aggregate<SiteState> = {
  initial: { open: false },
  evolve(state, { type, data }: Event): SiteState {
    switch (type) {
      case 'SiteOpened':
      case 'SiteChanged': {
        const { name, location, coordinates } = data
        return { open: true, facts: { name, location, coordinates } }
      }
      case 'SiteClosed':
        return { open: false }
      default:
        return state
    }
  },
}

export const siteStream = (id: string) => `site-${id}`

export type OpenSite = z.infer<typeof Shape> & { openedBy: string }

export const openSite: Decide<OpenSite, SiteState> = ({ id: siteId, ...command }, state, now) => {
  if (state.open) return reject('conflict', 'Site ID already exists')
  const parts = Object.values(command.composition)
  // None at all: nobody knows yet.
  if (parts.length > 0 && !isWhole(parts)) return reject('bad-request', 'Total percentage must equal 100%')
  return [event('SiteOpened', { siteId, ...command, openedAt: now.toISOString() })]
}
