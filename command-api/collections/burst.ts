/** A burst of new accounts' reports in a zone: flagged once a cycle, and cleared by a dispatcher; in the stream of the zone's plans. */

import { reject } from '#contract/problems.ts'
import type { Zone } from '#rules/city.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { ZonePlans } from '../streams/dispatch.ts'

interface FlagBurst {
  zone: Zone
  cycle: number
  reports: number
}

/** FlagBurst: from now on the installation plans nothing by itself in this cycle. */
export const flagBurst: Decide<FlagBurst, ZonePlans, 'dispatch'> = ({ zone, cycle, reports }, { burst }, now) =>
  burst && burst.cycle >= cycle ? [] : [event('BurstFlagged', { zone, cycle, reports, flaggedAt: now.toISOString() })]

/** ClearBurst: a dispatcher has looked at the reports; automatic dispatch goes on. */
export const clearBurst: Decide<{ zone: Zone; clearedBy: string }, ZonePlans, 'dispatch'> = (
  command,
  { burst },
  now,
) => {
  const { zone, clearedBy } = command
  if (!burst) return reject('conflict', `There is nothing in ${zone} that waits for you.`)
  return burst.cleared
    ? []
    : [event('BurstCleared', { zone, cycle: burst.cycle, clearedBy, clearedAt: now.toISOString() })]
}
