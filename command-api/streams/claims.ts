/** Claims: which reports of a zone go into which truck's load. The zone's stream decides, so that no report is in two loads. */

import type { EventData } from '#contract/events.ts'
import type { Zone } from '#rules/city.ts'
import { fold, nothingOf } from '../kernel/category.ts'
import { type Decide, event } from '../kernel/decider.ts'

type Claim = EventData<'ReportsClaimed'>

/** Every claim of a zone, the newest first, each with those before it: adding one copies none. */
interface Chain {
  claim: Claim
  before?: Chain
}

export interface ZoneClaims {
  newest?: Chain
  /** The ids of claims whose truck did not leave. */
  released: ReadonlySet<string>
}

export const zoneClaims = fold<ZoneClaims, 'dispatch'>(
  'dispatch',
  { released: new Set() },
  {
    ReportsClaimed: (state, claim) => ({ ...state, newest: { claim, before: state.newest } }),
    ClaimReleased: (state, { claimId }) => ({ ...state, released: new Set([...state.released, claimId]) }),
    ...nothingOf('CollectionPlanned', 'PlanReduced', 'BurstFlagged', 'BurstCleared'),
  },
)

/** The claims that stand. */
export function standingClaims({ newest, released }: ZoneClaims): Claim[] {
  const standing: Claim[] = []
  for (let chain = newest; chain; chain = chain.before)
    if (!released.has(chain.claim.claimId)) standing.push(chain.claim)
  return standing
}

/** Whether a report is in a truck's load. */
export const isClaimed = (state: ZoneClaims, reportId: string): boolean =>
  standingClaims(state).some(({ reportIds, markedIds }) => reportIds.includes(reportId) || markedIds.includes(reportId))

export interface ClaimReports {
  zone: Zone
  claimId: string
  vehicleId: string
  /** What there is by the rows: open reports, and those that were marked one by one since the zone's last load. */
  reportIds: readonly string[]
  markedIds: readonly string[]
  claimedBy: string
}

/** ClaimReports: of what is offered all that is in no other load; nothing when none of it is left. */
export const claimReports: Decide<ClaimReports, ZoneClaims, 'dispatch'> = (command, state, now) => {
  const taken = new Set(standingClaims(state).flatMap(({ reportIds, markedIds }) => [...reportIds, ...markedIds]))
  const free = (ids: readonly string[]) => ids.filter((id) => !taken.has(id))
  const [reportIds, markedIds] = [free(command.reportIds), free(command.markedIds)]
  if (reportIds.length + markedIds.length === 0) return []
  return [event('ReportsClaimed', { ...command, reportIds, markedIds, claimedAt: now.toISOString() })]
}

/** ReleaseClaim: its truck did not leave, so that another may take what was claimed. */
export const releaseClaim: Decide<{ zone: Zone; claimId: string }, ZoneClaims, 'dispatch'> = (command, state, now) =>
  standingClaims(state).some(({ claimId }) => claimId === command.claimId)
    ? [event('ClaimReleased', { ...command, releasedAt: now.toISOString() })]
    : []
