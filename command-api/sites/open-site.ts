/** OpenSite: a dumping site comes into use; its id is taken once. */

import type { z } from 'zod'
import type { OpenSite as Shape } from '#contract/commands.ts'
import type { Event } from '#contract/events.ts'
import { reject } from '#contract/problems.ts'
import { type Aggregate, type Decide, event } from '../kernel/decider.ts'

export interface SiteState {
  open: boolean
}

export const site: Aggregate<SiteState> = {
  initial: { open: false },
  evolve(state, one: Event): SiteState {
    return one.type === 'SiteOpened' ? { open: true } : state
  },
}

export const siteStream = (id: string) => `site-${id}`

export type OpenSite = z.infer<typeof Shape> & { openedBy: string }

export const openSite: Decide<OpenSite, SiteState> = ({ id: siteId, ...command }, state, now) => {
  if (state.open) return reject('conflict', 'Site ID already exists')
  const total = Object.values(command.composition).reduce((sum, percent) => sum + percent, 0)
  if (total !== 100) return reject('bad-request', 'Total percentage must equal 100%')
  return [event('SiteOpened', { siteId, ...command, openedAt: now.toISOString() })]
}
