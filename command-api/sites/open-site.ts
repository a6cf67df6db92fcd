/** OpenSite: opens a dumping site, whose id is unique while open. */

import type { z } from 'zod'
import type { OpenSiteBody as Shape } from '#contract/commands.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { isSumOf100 } from '#domain/percent-total.ts'
import type { SiteState } from '../aggregates/site.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

type OpenSite = z.infer<typeof Shape> & { openedBy: string }

export const openSite: Decider<OpenSite, SiteState, 'site'> = ({ id: siteId, ...command }, state, now) => {
  if (state.open) return reject('conflict', msg`Site ID already exists`)
  const parts = Object.values(command.composition)
  // Allows a composition without shares, which means unknown.
  if (parts.length > 0 && !isSumOf100(parts)) return reject('bad-request', msg`Total percentage must equal 100%`)
  return [createEvent('SiteOpened', { siteId, ...command, openedAt: now.toISOString() })]
}
