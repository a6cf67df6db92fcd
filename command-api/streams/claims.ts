/**
 * Claims and assignments: which reports of a zone go into which truck's load, and for which a truck sets out. The zone's stream
 * decides both, so that no report is in two loads, and no two trucks set out for the same.
 */

import type { EventData } from '#contract/events.ts'
import type { Zone } from '#rules/city.ts'
import { fold, nothingOf } from '../kernel/category.ts'
import { type Decide, event } from '../kernel/decider.ts'

type Claim = EventData<'ReportsClaimed'>
export type Assignment = EventData<'ReportsAssigned'>

/** A list with the newest first, each with those before it: adding one copies none. */
interface Chain<T> {
  item: T
  before?: Chain<T>
}

export interface ZoneClaims {
  newest?: Chain<Claim>
  assigned?: Chain<Assignment>
  /** The ids of claims whose truck did not leave. */
  released: ReadonlySet<string>
}

export const zoneClaims = fold<ZoneClaims, 'dispatch'>(
  'dispatch',
  { released: new Set() },
  {
    ReportsClaimed: (state, claim) => ({ ...state, newest: { item: claim, before: state.newest } }),
    ReportsAssigned: (state, assignment) => ({ ...state, assigned: { item: assignment, before: state.assigned } }),
    ClaimReleased: (state, { claimId }) => ({ ...state, released: new Set([...state.released, claimId]) }),
    ...nothingOf('CollectionPlanned', 'PlanReduced', 'BurstFlagged', 'BurstCleared'),
  },
)

/** The claims that stand. */
export function standingClaims({ newest, released }: ZoneClaims): Claim[] {
  const standing: Claim[] = []
  for (let chain = newest; chain; chain = chain.before) if (!released.has(chain.item.claimId)) standing.push(chain.item)
  return standing
}

/** Returns the last assignment of each schedule that has one of these reports. Whether it has ended, its truck's stream says. */
export function assignmentsOf({ assigned }: ZoneClaims, reportIds: ReadonlySet<string>): Assignment[] {
  const seen = new Set<string>()
  const found: Assignment[] = []
  for (let chain = assigned; chain; chain = chain.before) {
    const { item } = chain
    if (!seen.has(item.scheduleId) && item.reportIds.some((id) => reportIds.has(id))) found.push(item)
    seen.add(item.scheduleId)
  }
  return found
}

/** Returns the claim that a report is in. */
export const claimOf = (state: ZoneClaims, reportId: string): Claim | undefined =>
  standingClaims(state).find(({ reportIds, markedIds }) => reportIds.includes(reportId) || markedIds.includes(reportId))

const claimedIds = (state: ZoneClaims) =>
  new Set(standingClaims(state).flatMap(({ reportIds, markedIds }) => [...reportIds, ...markedIds]))

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
  const taken = claimedIds(state)
  const free = (ids: readonly string[]) => ids.filter((id) => !taken.has(id))
  const [reportIds, markedIds] = [free(command.reportIds), free(command.markedIds)]
  if (reportIds.length + markedIds.length === 0) return []
  return [event('ReportsClaimed', { ...command, reportIds, markedIds, claimedAt: now.toISOString() })]
}

export interface AssignReports {
  zone: Zone
  scheduleId: string
  vehicleId: string
  /** The zone's open reports, in the order that they are to be collected. */
  openIds: readonly string[]
  /** Those that trucks under way have set out for. */
  taken: ReadonlySet<string>
  /** How many its truck sets out for at most. */
  most: number
  /** How many the trucks are planned to collect that have not set out yet. */
  reserved: number
  /** How many it is planned to collect itself. */
  planned: number
}

/**
 * AssignReports: a truck sets out for what no other truck has set out for or taken aboard. It leaves the others their part of
 * the plan, and never sets out for more than it holds.
 */
export const assignReports: Decide<AssignReports, ZoneClaims, 'dispatch'> = (command, state, now) => {
  const { zone, scheduleId, vehicleId, openIds, taken, most, reserved, planned } = command
  const claimed = claimedIds(state)
  const free = openIds.filter((id) => !taken.has(id) && !claimed.has(id))
  const share = Math.min(most, Math.max(planned, free.length - reserved))
  const reportIds = free.slice(0, share)
  if (reportIds.length === 0) return []
  return [event('ReportsAssigned', { zone, scheduleId, vehicleId, reportIds, assignedAt: now.toISOString() })]
}

/** ReleaseClaim: its truck did not leave, so that another may take what was claimed. */
export const releaseClaim: Decide<{ zone: Zone; claimId: string }, ZoneClaims, 'dispatch'> = (command, state, now) =>
  standingClaims(state).some(({ claimId }) => claimId === command.claimId)
    ? [event('ClaimReleased', { ...command, releasedAt: now.toISOString() })]
    : []
