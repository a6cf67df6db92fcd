/**
 * Claims and assignments of a zone's reports to trucks.
 * The zone's stream decides both.
 * So no report is in two loads, and no two trucks start for it.
 */

import type { EventData } from '#contract/events.ts'
import type { Zone } from '#domain/city.ts'
import { type Chain, defineFold, ignoreEvents, itemsOf } from '../kernel/category.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

type Claim = EventData<'ReportsClaimed'>
type Assignment = EventData<'ReportsAssigned'>

export interface ZoneReportClaims {
  newest?: Chain<Claim>
  assigned?: Chain<Assignment>
  /** Ids of claims that were released because the truck did not depart. */
  released?: Chain<string>
}

export const zoneReportClaimsFold = defineFold<ZoneReportClaims, 'dispatch'>(
  'dispatch',
  {},
  {
    ReportsClaimed: (state, claim) => ({ ...state, newest: { item: claim, before: state.newest } }),
    ReportsAssigned: (state, assignment) => ({ ...state, assigned: { item: assignment, before: state.assigned } }),
    ClaimReleased: (state, { claimId }) => ({ ...state, released: { item: claimId, before: state.released } }),
    ...ignoreEvents('CollectionPlanned', 'PlanReduced', 'BurstFlagged', 'BurstCleared'),
  },
)

/** Returns the claims that were not released. */
export function unreleasedClaimsOf({ newest, released }: ZoneReportClaims): Claim[] {
  const gone = new Set(itemsOf(released))
  return itemsOf(newest).filter(({ claimId }) => !gone.has(claimId))
}

/**
 * Returns each schedule's last assignment that includes one of the reports.
 * The schedule may have ended since then.
 * Only the truck's stream records the end.
 */
export function assignmentsOf({ assigned }: ZoneReportClaims, reportIds: ReadonlySet<string>): Assignment[] {
  const seen = new Set<string>()
  const found: Assignment[] = []
  for (const item of itemsOf(assigned)) {
    if (!seen.has(item.scheduleId) && item.reportIds.some((id) => reportIds.has(id))) found.push(item)
    seen.add(item.scheduleId)
  }
  return found
}

/** Returns the claim that contains the report. */
export const claimOfReport = (state: ZoneReportClaims, reportId: string): Claim | undefined =>
  unreleasedClaimsOf(state).find(
    ({ reportIds, markedIds }) => reportIds.includes(reportId) || markedIds.includes(reportId),
  )

/**
 * Returns those of the given reports that are claimed.
 * Builds no set of all claims, because they grow with the years.
 */
function claimedOf(state: ZoneReportClaims, wanted: readonly string[]): Set<string> {
  const wantedIds = new Set(wanted)
  const claims = unreleasedClaimsOf(state)
  return new Set(
    claims.flatMap(({ reportIds, markedIds }) => [...reportIds, ...markedIds].filter((id) => wantedIds.has(id))),
  )
}

export interface ClaimReportsCommand {
  zone: Zone
  claimId: string
  vehicleId: string
  /**
   * Reports to claim, as read from the view.
   * `reportIds` are open; `markedIds` were collected individually since the zone's last load.
   */
  reportIds: readonly string[]
  markedIds: readonly string[]
  claimedBy: string
}

/**
 * ClaimReports: claims those reports that no other load has claimed.
 * Records nothing if other loads have claimed all.
 */
export const claimReportsForTruckLoad: Decider<ClaimReportsCommand, ZoneReportClaims, 'dispatch'> = (
  command,
  state,
  now,
) => {
  const taken = claimedOf(state, [...command.reportIds, ...command.markedIds])
  const free = (ids: readonly string[]) => ids.filter((id) => !taken.has(id))
  const [reportIds, markedIds] = [free(command.reportIds), free(command.markedIds)]
  if (reportIds.length + markedIds.length === 0) return []
  return [createEvent('ReportsClaimed', { ...command, reportIds, markedIds, claimedAt: now.toISOString() })]
}

export interface AssignReportsCommand {
  zone: Zone
  scheduleId: string
  vehicleId: string
  /** Open reports of the zone in collection order. */
  openIds: readonly string[]
  /** Reports for which other trucks have already started. */
  taken: ReadonlySet<string>
  /** Maximum number of reports for this truck. */
  most: number
  /** Number of reports planned for trucks that have not started. */
  reserved: number
  /** Number of reports planned for this truck. */
  planned: number
}

/**
 * AssignReports: assigns free reports to a starting truck, within its capacity.
 * Leaves the other planned trucks their share.
 */
export const assignReports: Decider<AssignReportsCommand, ZoneReportClaims, 'dispatch'> = (command, state, now) => {
  const { zone, scheduleId, vehicleId, openIds, taken, most, reserved, planned } = command
  const claimed = claimedOf(state, openIds)
  const free = openIds.filter((id) => !taken.has(id) && !claimed.has(id))
  const share = Math.min(most, Math.max(planned, free.length - reserved))
  const reportIds = free.slice(0, share)
  if (reportIds.length === 0) return []
  return [createEvent('ReportsAssigned', { zone, scheduleId, vehicleId, reportIds, assignedAt: now.toISOString() })]
}

/** ReleaseClaim: releases the reports of a truck that did not leave. */
export const releaseClaim: Decider<{ zone: Zone; claimId: string }, ZoneReportClaims, 'dispatch'> = (
  command,
  state,
  now,
) =>
  unreleasedClaimsOf(state).some(({ claimId }) => claimId === command.claimId)
    ? [createEvent('ClaimReleased', { ...command, releasedAt: now.toISOString() })]
    : []
