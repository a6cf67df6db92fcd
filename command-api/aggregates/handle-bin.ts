/**
 * Handles commands on a bin whose collection is not recorded yet.
 * A background job records collections after a truck leaves.
 * Screens show a report as collected once its truck leaves, so commands must see the same.
 */

import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { EventIn } from '#contract/streams.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { createEvent, type Decide } from '../kernel/decider.ts'
import { type CommandResult, type DeciderWithFacts, handle, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { type Bin, bin, reporterOf } from './bin.ts'
import { claimOf, zoneClaims } from './claims.ts'
import { zonePlans } from './dispatch.ts'
import { findDispatch } from './find-dispatch.ts'

type StorePort = Pick<Kernel, 'store'>

export function handleBinCommand<Facts extends object>(
  kernel: StorePort,
  userId: string,
  { gather, decide }: DeciderWithFacts<Bin, 'bin', Facts>,
  envelope: Envelope,
): Promise<CommandResult<Bin, EventIn<'bin'>> | Rejection> {
  const gatherNow = async (state: Bin) => {
    // If this appends an event, the command retries on the new state and sees the collected report.
    await settleBin(kernel, state)
    return gather(state)
  }
  return handleWithFacts(kernel.store, bin.stream(userId), bin, { gather: gatherNow, decide }, envelope)
}

/** Records the open report as collected, if a truck left with it. Appends the same event that the job would. */
async function settleBin(kernel: StorePort, state: Bin): Promise<void> {
  const { store } = kernel
  if (!state.open) return
  const { reportId, zone } = state.open
  const claim = claimOf(await loadState(store, zonePlans.stream(zone), zoneClaims), reportId)
  const sent = claim && (await findDispatch(store, claim.vehicleId, ({ claimId }) => claimId === claim.claimId))
  if (!sent) return
  const { dispatchId, siteId, dispatchedBy: collectedBy, dispatchedAt: collectedAt } = sent
  await collectBin(kernel, { reportId, siteId, dispatchId, collectedBy, collectedAt })
}

export interface CollectDispatchedReport {
  reportId: string
  collectedBy: string
  siteId: string
  dispatchId: string
  /** Time at which the truck left. */
  collectedAt: string
}

/**
 * CollectDispatchedReport: marks a report as collected because a truck left with it.
 * Does nothing if it is already collected.
 */
const collectForDispatch: Decide<CollectDispatchedReport, Bin, 'bin'> = (command, { open }) => {
  if (open?.reportId !== command.reportId) return []
  const { userId, zone, reportedAt } = open
  return [createEvent('ReportCollected', { ...command, userId, zone, reportedAt })]
}

/** Marks a bin's report as collected, once, because a truck left with it. Throws if that fails. */
export async function collectBin({ store }: StorePort, command: CollectDispatchedReport): Promise<Bin> {
  const { reportId, dispatchId, collectedBy } = command
  const envelope = { commandId: `${dispatchId}/${reportId}`, fingerprint: '', actor: collectedBy }
  const decide = (state: Bin) => collectForDispatch(command, state, new Date(command.collectedAt))
  const handled = await handle(store, bin.stream(reporterOf(reportId) ?? ''), bin, decide, envelope)
  if (isRejection(handled)) throw new Error(`${reportId}: ${handled.message}`)
  return handled.state
}
