/**
 * ChangeUser: an admin changes a user's role, zone or facility.
 * The user's sessions end; the last admin cannot be demoted.
 */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Role, Zone } from '#domain/city.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { type Account, accountAggregate, loadAccountState, type RegisteredAccount } from '../aggregates/account.ts'
import { ensureAdminAppointed, handleAppointAdmin, handleDismissAdmin } from '../aggregates/admins.ts'
import { handleAssignmentCommand, releaseDriver } from '../aggregates/drivers.ts'
import { refuseClosedZone } from '../aggregates/zone.ts'
import { createEvent, type Decider, hasEvents } from '../kernel/decider.ts'
import { type CommandResult, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasCommand } from '../kernel/load.ts'
import { unsealPerson } from './person.ts'

type ChangeUser = AccountReassignment & { userId: string }

/**
 * Changes the admins' stream, then the account's stream.
 * A repeated command completes the change after a crash.
 */
export async function changeUser(
  kernel: Kernel,
  { userId, ...reassignment }: ChangeUser,
  envelope: Envelope,
): Promise<CommandResult<Account> | Rejection> {
  const { store, vault, sealer, clock } = kernel
  if (userId === envelope.actor) return reject('forbidden', msg`You can’t change your own role.`)
  const stream = accountAggregate.stream(userId)
  if (!(await hasCommand(store, stream, envelope.commandId))) {
    const { zone } = reassignment
    const refused = (zone ? await refuseClosedZone(store, zone) : undefined) ?? (await changeAdmins())
    if (refused) return refused
  }
  const gather = async (state: Account) => {
    const command = await commandOn(state)
    // Ends the user's sessions before recording the change, as well as afterwards.
    // After a crash between both steps, no session has the old role.
    if (hasEvents(reassignAccount(command, state, clock()))) await vault.endSessions(userId)
    return command
  }
  const decide = (state: Account, command: ReassignAccount) => reassignAccount(command, state, clock())
  const changed = await handleWithFacts(store, stream, accountAggregate, { gather, decide }, envelope)
  // Ends the person's sessions again, because a sign-in may have happened since the first time.
  if (!isRejection(changed) && changed.events.length > 0) await vault.endSessions(userId)
  if (!isRejection(changed) && changed.state.registered?.role !== 'driver') {
    const released = await handleAssignmentCommand(kernel, releaseDriver, { userId, by: envelope.actor }, envelope)
    if (isRejection(released)) return released
  }
  return changed

  async function commandOn({ registered }: Account): Promise<ReassignAccount> {
    const command = { ...reassignment, changedBy: envelope.actor }
    if (!registered) return command
    const present = (await unsealPerson(sealer, registered))?.facility
    const facility = reassignment.facility ?? present
    const sealedFacility = facility === undefined ? undefined : await sealer.seal(userId, { facility })
    return { ...command, present, sealedFacility }
  }

  /**
   * Updates the stream of admins before the account.
   * A new admin is added to it before getting the role, and removed before losing the role.
   */
  async function changeAdmins(): Promise<Rejection | undefined> {
    await ensureAdminAppointed(kernel, envelope.actor)
    const state = await loadAccountState(store, userId)
    const decision = reassignAccount(await commandOn(state), state, clock())
    if (isRejection(decision)) return decision
    const becomes = reassignment.role ?? state.registered?.role
    if (becomes !== 'admin' && state.registered?.role !== 'admin') return undefined
    if (becomes === 'admin' && state.registered?.role === 'admin') return undefined
    const outcome = await (becomes === 'admin' ? handleAppointAdmin : handleDismissAdmin)(kernel, userId, envelope)
    return isRejection(outcome) ? outcome : undefined
  }
}

/**
 * Changes of role, zone or facility that were requested.
 * For an absent field, the account keeps its value if the new role has the field.
 */
interface AccountReassignment {
  role?: Role
  zone?: Zone
  facility?: string
}

interface ReassignAccount extends AccountReassignment {
  /** The account's facility before the change, decrypted. */
  present?: string
  /** The account's facility after the change, encrypted. */
  sealedFacility?: string
  changedBy: string
}

/**
 * ReassignAccount: changes role, zone or facility.
 * Drops zone or facility if the new role has none.
 */
export const reassignAccount: Decider<ReassignAccount, Account, 'account'> = (command, state, now) => {
  const { registered } = state
  if (!registered) return reject('not-found', msg`There is no such account.`)
  const { role, zone, facility } = standingAfter(command, registered)
  if (role === 'resident' && !zone) return reject('bad-request', msg`Zone is required`, { zone: msg`Zone is required` })
  if (role === registered.role && zone === registered.zone && facility === command.present) return []
  const { userId } = registered
  const { changedBy } = command
  const sealedFacility = facility === undefined ? undefined : command.sealedFacility
  return [
    createEvent('AccountReassigned', { userId, role, zone, sealedFacility, changedBy, changedAt: now.toISOString() }),
  ]
}

function standingAfter(command: ReassignAccount, { role, zone }: RegisteredAccount) {
  const after = command.role ?? role
  const kept = after === role ? { zone, facility: command.present } : {}
  return { role: after, zone: command.zone ?? kept.zone, facility: command.facility ?? kept.facility }
}
