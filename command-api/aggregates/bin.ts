/**
 * The aggregate of a resident's bin, and the handling of its commands.
 * One stream per resident decides about reports and collections, so at most one report is open.
 */

import type { EventData } from '#contract/events.ts'
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { EventInStream } from '#contract/streams.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { defineAggregate } from '../kernel/category.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { type CommandResult, type DeciderWithFacts, handleCommand, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { claimOfReport, zoneReportClaimsFold } from './claims.ts'
import { zonePlansAggregate } from './dispatch.ts'
import { findTruckDispatch } from './vehicle.ts'

type ReportedData = Omit<EventData<'BinReportedFull'>, 'told'>

interface OpenReport extends ReportedData {
  /** Id of the report before its reopening, if it was reopened. */
  previousId?: string
}

export interface Bin {
  /**
   * Number of the bin's reports.
   * A reopened report counts again.
   */
  reports: number
  open?: OpenReport
  /** The bin's report that was collected last, with the id of the dispatch that collected it. */
  last?: ReportedData & { collectedAt: string; collectedBy: string; dispatchId?: string }
  /** What the driver last recorded about a report of this bin. */
  served?: EventData<'StopServed'>
  /** Location of the bin, sealed under the resident's key. */
  place?: string
}

export const binAggregate = defineAggregate<Bin, 'bin'>(
  'bin',
  { reports: 0 },
  {
    BinReportedFull: (state, { told: _, ...open }) => ({ ...state, reports: state.reports + 1, open }),
    ReportConfirmed: (state) => (state.open ? { ...state, open: { ...state.open, unconfirmed: undefined } } : state),
    ReportCollected: ({ open, ...state }, { collectedAt, collectedBy, dispatchId }) => ({
      ...state,
      last: open && { ...open, collectedAt, collectedBy, dispatchId },
    }),
    ReportReopened: ({ last: _, ...state }, open) => ({ ...state, reports: state.reports + 1, open }),
    StopServed: (state, served) => ({ ...state, served }),
    BinPlaced: (state, { sealed: place }) => ({ ...state, place }),
  },
)

/** Returns an id such as `u1.3` for the third report of u1. */
export const reportIdOf = (userId: string, number: number) => `${userId}.${number}`

/** Returns whether a report of this id belongs to the bin. */
export function hasReport({ reports }: Bin, reportId: string): boolean {
  const number = Number(reportId.slice(reportId.lastIndexOf('.') + 1))
  return number >= 1 && number <= reports
}

/** Returns the owner of a report; undefined for an invalid id. */
export const reporterOf = (reportId: string) => /^(u[\w-]+)\.\d+$/.exec(reportId)?.[1]

type StorePort = Pick<Kernel, 'store'>

/**
 * Handles a command on a bin.
 * If the truck of the bin's report has left, first records the report as collected.
 * The job that records it may run later, but screens already show the report as collected.
 */
export function handleBinCommand<Facts extends object>(
  kernel: StorePort,
  userId: string,
  { gather, decide }: DeciderWithFacts<Bin, 'bin', Facts>,
  envelope: Envelope,
): Promise<CommandResult<Bin, EventInStream<'bin'>> | Rejection> {
  const gatherNow = async (state: Bin) => {
    // `settleBin` may append the event that the report was collected.
    // The command is then retried and sees that the report is collected.
    await settleBin(kernel, state)
    return gather(state)
  }
  return handleWithFacts(
    kernel.store,
    binAggregate.stream(userId),
    binAggregate,
    { gather: gatherNow, decide },
    envelope,
  )
}

/**
 * Records the open report as collected if its truck has left.
 * Appends the same event that the job after the departure would append.
 */
async function settleBin(kernel: StorePort, state: Bin): Promise<void> {
  const { store } = kernel
  if (!state.open) return
  const { reportId, zone } = state.open
  const claim = claimOfReport(await loadState(store, zonePlansAggregate.stream(zone), zoneReportClaimsFold), reportId)
  const sent = claim && (await findTruckDispatch(store, claim.vehicleId, ({ claimId }) => claimId === claim.claimId))
  if (!sent) return
  const { dispatchId, siteId, dispatchedBy: collectedBy, dispatchedAt: collectedAt } = sent
  await collectBin(kernel, { reportId, siteId, dispatchId, collectedBy, collectedAt })
}

export interface CollectDispatchedReportCommand {
  reportId: string
  collectedBy: string
  siteId: string
  dispatchId: string
  /** Time at which the truck left. */
  collectedAt: string
}

/**
 * CollectDispatchedReport: marks a report as collected because a truck left with it.
 * Does nothing if already collected.
 */
const collectForDispatch: Decider<CollectDispatchedReportCommand, Bin, 'bin'> = (command, { open }) => {
  if (open?.reportId !== command.reportId) return []
  const { userId, zone, reportedAt } = open
  return [createEvent('ReportCollected', { ...command, userId, zone, reportedAt })]
}

/**
 * Marks a report as collected once, because a truck left with it.
 * Throws on failure.
 */
export async function collectBin({ store }: StorePort, command: CollectDispatchedReportCommand): Promise<Bin> {
  const { reportId, dispatchId, collectedBy } = command
  const envelope = { commandId: `${dispatchId}/${reportId}`, fingerprint: '', actor: collectedBy }
  const decide = (state: Bin) => collectForDispatch(command, state, new Date(command.collectedAt))
  const handled = await handleCommand(
    store,
    binAggregate.stream(reporterOf(reportId) ?? ''),
    binAggregate,
    decide,
    envelope,
  )
  if (isRejection(handled)) throw new Error(`${reportId}: ${handled.message}`)
  return handled.state
}
