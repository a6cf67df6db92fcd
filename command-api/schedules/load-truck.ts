/**
 * Claims a truck's reports zone by zone before it leaves.
 * Releases the claims if it does not leave.
 */

import type { Event, EventData } from '#contract/events.ts'
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { Zone } from '#domain/city.ts'
import { type Envelope, WrongExpectedRevision } from '#platform/event-store/event-store.ts'
import {
  type ClaimReportsCommand,
  claimReportsForTruckLoad,
  releaseClaim,
  type ZoneReportClaims,
  zoneReportClaimsFold,
} from '../aggregates/claims.ts'
import { zonePlansAggregate } from '../aggregates/dispatch.ts'
import { type Vehicle, vehicleAggregate } from '../aggregates/vehicle.ts'
import { loadZoneCode } from '../aggregates/zone.ts'
import { type Aggregate, itemsOf } from '../kernel/category.ts'
import { createEvent } from '../kernel/decider.ts'
import { type CommandResult, createPolicyEnvelope, handleCommand, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { MAX_REPORTS_PER_EVENT, readReportsMarkedIndividually, readZone } from '../lookups/city.ts'
import { readReportsAssignedToOthers } from './assign-reports.ts'
import type { DispatchLoad } from './dispatch-truck.ts'

/** The part of a zone's reports that one truck takes. */
export type ClaimedTruckLoad = Pick<DispatchLoad, 'zone' | 'reportIds' | 'alsoCollected' | 'markedIds'> & {
  /** Code of the zone. */
  code: string
}

interface LoadSelection {
  /**
   * Selects the open reports to load.
   * Without it, the truck takes no open reports.
   * The truck always takes reports that were marked as collected one by one.
   */
  open?: (reportId: string) => boolean
  /** Maximum number of open reports that the truck takes. */
  most?: number
  /**
   * Maximum number of individually collected reports that the truck takes besides the open reports.
   * The remaining ones wait for the next load.
   */
  room?: number
  /** Excludes reports assigned to other trucks that have started. */
  ownOnly?: boolean
}

export interface TruckLoadClaimer {
  claimId: string
  /**
   * Claims the zone's reports that no other load contains.
   * Returns undefined if there are none.
   * A repeated command returns the same claim.
   */
  take(zone: Zone, wanted: LoadSelection): Promise<ClaimedTruckLoad | undefined | Rejection>
}

type LoadClaimsOf = (truck: Pick<Vehicle, 'abandoned' | 'scheduleId'>) => TruckLoadClaimer

/**
 * Runs a command on a truck.
 * The command may claim reports for the truck's load.
 * If the truck does not depart, releases the claims.
 * If the process crashes before the release, a policy releases the claims later.
 */
export async function runWithReportClaims<State>(
  kernel: Kernel,
  vehicleId: string,
  envelope: Envelope,
  command: (loadingOf: LoadClaimsOf) => Promise<CommandResult<State> | Rejection>,
): Promise<CommandResult<State> | Rejection> {
  /** Zones with claims that are not used yet, by claim. */
  const claimed = new Map<string, Set<Zone>>()
  const loadingOf: LoadClaimsOf = (truck) => {
    const claimId = claimIdOf(envelope.commandId, truck)
    return {
      claimId,
      async take(zone, wanted) {
        const taken = await claimLoad(
          kernel,
          { zone, vehicleId, claimId, scheduleId: truck.scheduleId, ...wanted },
          envelope,
        )
        if (taken && !isRejection(taken)) claimed.set(claimId, (claimed.get(claimId) ?? new Set()).add(zone))
        return taken
      },
    }
  }
  async function giveUpAllBut(events: readonly Event[]): Promise<void> {
    for (const { type, data } of events) if (type === 'TruckDispatched') claimed.delete(data.claimId ?? '')
    for (const [claimId, zones] of claimed) await abandonReportClaim(kernel, { vehicleId, claimId }, zones)
  }
  try {
    const handled = await command(loadingOf)
    await giveUpAllBut(isRejection(handled) ? [] : handled.events)
    return handled
  } catch (error) {
    if (error instanceof WrongExpectedRevision) await giveUpAllBut([])
    throw error
  }
}

/**
 * Returns the id of a claim: the command's id.
 * If the claim with this id was abandoned, adds a number, so that the command can be repeated.
 */
function claimIdOf(commandId: string, { abandoned }: Pick<Vehicle, 'abandoned'>): string {
  let claimId = commandId
  const gone = new Set(itemsOf(abandoned))
  for (let tries = 2; gone.has(claimId); tries++) claimId = `${commandId}/${tries}`
  return claimId
}

interface ClaimInput extends LoadSelection {
  zone: Zone
  vehicleId: string
  claimId: string
  scheduleId: string | undefined
}

async function claimLoad(
  kernel: Kernel,
  {
    zone,
    vehicleId,
    claimId,
    scheduleId,
    open = () => false,
    most = MAX_REPORTS_PER_EVENT,
    room = most,
    ownOnly,
  }: ClaimInput,
  envelope: Envelope,
): Promise<ClaimedTruckLoad | undefined | Rejection> {
  const { store, clock } = kernel
  const gather = async (state: ZoneReportClaims) => {
    const rows = await kernel.rows.upToNow('zones', 'reports')
    const { openIds, loose } = await readZone(rows, zone)
    const [openOnes, marked] = [openIds.flat().filter(open), await readReportsMarkedIndividually(rows, zone, loose)]
    const others = ownOnly
      ? await readReportsAssignedToOthers(store, state, scheduleId, [...openOnes, ...marked])
      : NONE
    const reportIds = openOnes.filter((id) => !others.has(id)).slice(0, most)
    const left = Math.max(0, Math.min(room, most) - reportIds.length)
    const markedIds = marked.filter((id) => !others.has(id)).slice(0, left)
    return { zone, claimId, vehicleId, reportIds, markedIds, claimedBy: envelope.actor }
  }
  const decide = (state: ZoneReportClaims, command: ClaimReportsCommand) =>
    claimReportsForTruckLoad(command, state, clock())
  const own = { ...envelope, commandId: claimId }
  const handled = await handleWithFacts(
    store,
    zonePlansAggregate.stream(zone),
    zoneReportClaimsFold,
    { gather, decide },
    own,
  )
  if (isRejection(handled)) return handled
  const claim = handled.events.find(({ type }) => type === 'ReportsClaimed')?.data as
    | EventData<'ReportsClaimed'>
    | undefined
  return claim && toClaimed(claim, await loadZoneCode(store, zone))
}

const NONE: ReadonlySet<string> = new Set()

const toClaimed = ({ zone, reportIds, markedIds }: EventData<'ReportsClaimed'>, code: string): ClaimedTruckLoad => ({
  zone,
  code,
  reportIds,
  ...(markedIds.length > 0 ? { alsoCollected: markedIds.length, markedIds } : {}),
})

/**
 * Returns an aggregate with the outcome of a claim of reports.
 * The outcome is open, left (the truck departed) or abandoned.
 */
const fateOf = (claimId: string): Aggregate<'open' | 'left' | 'abandoned', 'vehicle'> => ({
  category: 'vehicle',
  initial: 'open',
  evolve(fate, { type, data }) {
    if (type === 'TruckDispatched' && data.claimId === claimId) return 'left'
    return type === 'DispatchAbandoned' && data.claimId === claimId ? 'abandoned' : fate
  },
})

/**
 * GiveUpClaim: records in the truck's stream that a claim of reports was abandoned.
 * Then releases the claimed reports in the zones.
 * Does nothing if the truck has departed with the reports.
 * If the dispatch command is repeated later, it must claim reports again.
 * The new claim leaves out reports that another truck has taken meanwhile.
 * Without `zones`, looks for the claim in all zones.
 */
export async function abandonReportClaim(
  kernel: Kernel,
  command: { vehicleId: string; claimId: string },
  zones?: Iterable<Zone>,
): Promise<void> {
  const { store, clock } = kernel
  const { vehicleId, claimId } = command
  const envelope = createPolicyEnvelope(`give-up/${claimId}`)
  const abandoned = await handleCommand(
    store,
    vehicleAggregate.stream(vehicleId),
    fateOf(claimId),
    (fate) =>
      fate === 'open' ? [createEvent('DispatchAbandoned', { ...command, abandonedAt: clock().toISOString() })] : [],
    envelope,
  )
  if (isRejection(abandoned)) throw new Error(abandoned.message)
  if (abandoned.state !== 'abandoned') return
  for (const zone of zones ?? (await allZones(kernel))) {
    const decide = (state: ZoneReportClaims) => releaseClaim({ zone, claimId }, state, clock())
    const released = await handleCommand(store, zonePlansAggregate.stream(zone), zoneReportClaimsFold, decide, envelope)
    if (isRejection(released)) throw new Error(released.message)
  }
}

/** Returns the ids of all zones, including closed ones. */
async function allZones(kernel: Kernel): Promise<Zone[]> {
  const rows = await kernel.rows.upToNow('zones')
  return (await rows.find('zones', { filter: { code: { $ne: '' } } })).map(({ id }) => id)
}
