/**
 * MoveResident: assigns a resident to another zone.
 * Earlier reports stay in the old zone.
 */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Zone } from '#domain/city.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { type Account, accountAggregate } from '../aggregates/account.ts'
import { isZoneOpen, loadZone, refuseClosedZone } from '../aggregates/zone.ts'
import { createEvent, type Decider, hasEvents } from '../kernel/decider.ts'
import { type CommandResult, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { SIGN_IN_AGAIN_REJECTION } from './session.ts'

interface MoveResident {
  userId: string
  from: Zone
  to: Zone
  changedBy: string
}

/** Moves a resident out of a zone; ignores people of other zones. */
export const moveResident: Decider<MoveResident, Account, 'account'> = (
  { userId, from, to, changedBy },
  { registered },
  now,
) => {
  if (registered?.role !== 'resident' || registered.zone !== from || from === to) return []
  return [
    createEvent('AccountReassigned', { userId, role: 'resident', zone: to, changedBy, changedAt: now.toISOString() }),
  ]
}

/** Moves a resident and ends their sessions, because tokens name the zone. */
export async function handleMoveResident(
  { store, vault, clock }: Kernel,
  command: MoveResident,
  envelope: Envelope,
): Promise<CommandResult<Account> | Rejection> {
  const { userId } = command
  const decide = (state: Account) => moveResident(command, state, clock())
  const gather = async (state: Account) => {
    // Ends the resident's sessions before the event of the move is appended, and again afterwards.
    // After a crash in between, no session can report for the old zone.
    if (hasEvents(decide(state))) await vault.endSessions(userId)
    return {}
  }
  const moved = await handleWithFacts(
    store,
    accountAggregate.stream(userId),
    accountAggregate,
    { gather, decide },
    envelope,
  )
  if (!isRejection(moved) && moved.events.length > 0) await vault.endSessions(userId)
  return moved
}

/**
 * ChooseZone: a resident whose zone is closed chooses another.
 * While the zone is open, only an admin can change it.
 */
export async function chooseZone(
  kernel: Kernel,
  { userId, zone: to, ended }: { userId: string; zone: Zone; ended?: true },
  envelope: Envelope,
): Promise<CommandResult<Account> | Rejection> {
  const { store, vault, clock } = kernel
  const gather = async (state: Account) => {
    // With an ended session, a client may only repeat a command that was already completed.
    if (ended) return SIGN_IN_AGAIN_REJECTION
    const from = state.registered?.zone ?? ''
    if (isZoneOpen(await loadZone(store, from), from))
      return reject('conflict', msg`Your zone ${{ from }} is still open. Contact us if you have moved to another zone.`)
    const refused = await refuseClosedZone(store, to)
    if (refused) return refused
    await vault.endSessions(userId)
    return { from }
  }
  const decide = (state: Account, { from }: { from: Zone }) =>
    moveResident({ userId, from, to, changedBy: userId }, state, clock())
  return handleWithFacts(store, accountAggregate.stream(userId), accountAggregate, { gather, decide }, envelope)
}
