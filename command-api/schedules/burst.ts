/**
 * Bursts: many reports by new accounts, flagged once per cycle, cleared by dispatchers.
 * The stream of the zone's plans records them.
 */

import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Zone } from '#domain/city.ts'
import type { Handlers } from '#platform/http/api.ts'
import { type ZonePlans, zonePlansAggregate } from '../aggregates/dispatch.ts'
import { hasZoneEverOpened, INVALID_ZONE_REJECTION, loadZone } from '../aggregates/zone.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'

interface FlagBurst {
  zone: Zone
  cycle: number
  reports: number
}

/**
 * FlagBurst: many new accounts reported in a zone, so automatic planning pauses.
 * The pause lasts for the zone's current collection cycle.
 */
export const flagReportBurst: Decider<FlagBurst, ZonePlans, 'dispatch'> = ({ zone, cycle, reports }, { burst }, now) =>
  burst && burst.cycle >= cycle
    ? []
    : [createEvent('BurstFlagged', { zone, cycle, reports, flaggedAt: now.toISOString() })]

/**
 * ClearReportBurst: a dispatcher reviewed the reports of many new accounts.
 * Automatic dispatch of the zone then resumes.
 */
export const clearReportBurst: Decider<{ zone: Zone; clearedBy: string }, ZonePlans, 'dispatch'> = (
  command,
  { burst },
  now,
) => {
  const { zone, clearedBy } = command
  if (!burst) return reject('conflict', msg`No new accounts in ${{ zone }} are waiting for a check.`)
  return burst.cleared
    ? []
    : [createEvent('BurstCleared', { zone, cycle: burst.cycle, clearedBy, clearedAt: now.toISOString() })]
}

/** HTTP handlers of bursts: many reports by new accounts at once. */
export function createReportBurstHandlers({ store, clock }: Kernel): Handlers {
  return {
    async clearBurst({ body: { zone }, principal: { userId }, envelope }) {
      if (!hasZoneEverOpened(await loadZone(store, zone), zone)) return INVALID_ZONE_REJECTION
      const decide = (state: ZonePlans) => clearReportBurst({ zone, clearedBy: userId }, state, clock())
      const cleared = await handleCommand(store, zonePlansAggregate.stream(zone), zonePlansAggregate, decide, envelope)
      if (isRejection(cleared)) return cleared
      return { message: msg`New accounts in ${{ zone }} were accepted.`, position: cleared.position }
    },
  }
}
