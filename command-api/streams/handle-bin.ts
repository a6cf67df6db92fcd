/**
 * Decides on a bin, whether its truck's job has come to it by now or not: boards show a report as collected from the moment that
 * its truck leaves, and commands go by the same.
 */

import { isRejection, type Rejection } from '#contract/door/problems.ts'
import type { EventIn } from '#contract/streams.ts'
import { type Decide, type Decision, event } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { type Bin, bin, reporterOf } from './bin.ts'
import { claimOf, zoneClaims } from './claims.ts'
import { dispatch } from './dispatch.ts'
import { findDispatch } from './find-dispatch.ts'

type Stored = Pick<Kernel, 'store'>

export function handleBin(
  kernel: Stored,
  userId: string,
  decide: (state: Bin) => Decision<EventIn<'bin'>> | Promise<Decision<EventIn<'bin'>>>,
  envelope: Envelope,
): Promise<Handled<Bin, EventIn<'bin'>> | Rejection> {
  // What is written here moves the stream on, so that `handle` decides once more on the bin as it is then.
  const decideNow = async (state: Bin) => decide(await withDispatch(kernel, state))
  return handle(kernel.store, bin.stream(userId), bin, decideNow, envelope)
}

/** Returns the bin with its open report collected, where a truck has left with it, and writes that as the truck's job does. */
async function withDispatch(kernel: Stored, state: Bin): Promise<Bin> {
  const { store } = kernel
  if (!state.open) return state
  const { reportId, zone } = state.open
  const claim = claimOf(await loadFrom(store, dispatch.stream(zone), zoneClaims), reportId)
  const sent = claim && (await findDispatch(store, claim.vehicleId, ({ claimId }) => claimId === claim.claimId))
  if (!sent) return state
  const { dispatchId, siteId, dispatchedBy: collectedBy, dispatchedAt: collectedAt } = sent
  return collectBin(kernel, { reportId, siteId, dispatchId, collectedBy, collectedAt })
}

export interface CollectForDispatch {
  reportId: string
  collectedBy: string
  siteId: string
  dispatchId: string
  /** When its truck left. */
  collectedAt: string
}

/** CollectForDispatch: a part of a dispatch, which has decided it; a bin that was collected before is left alone. */
const collectForDispatch: Decide<CollectForDispatch, Bin, 'bin'> = (command, { open }) => {
  if (open?.reportId !== command.reportId) return []
  const { userId, zone, reportedAt } = open
  return [event('ReportCollected', { ...command, userId, zone, reportedAt })]
}

/** Writes that a truck left with a report into its bin, once. Throws where that can't be. */
export async function collectBin({ store }: Stored, command: CollectForDispatch): Promise<Bin> {
  const { reportId, dispatchId, collectedBy } = command
  const envelope = { commandId: `${dispatchId}/${reportId}`, fingerprint: '', actor: collectedBy }
  const decide = (state: Bin) => collectForDispatch(command, state, new Date(command.collectedAt))
  const handled = await handle(store, bin.stream(reporterOf(reportId) ?? ''), bin, decide, envelope)
  if (isRejection(handled)) throw new Error(`${reportId}: ${handled.message}`)
  return handled.state
}
