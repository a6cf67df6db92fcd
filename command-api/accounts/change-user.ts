/** ChangeUser: an admin gives somebody another role, zone or facility; their sessions end, and the last admin stays. */
import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasSeen } from '../kernel/load.ts'
import { type Account, account } from '../streams/account.ts'
import { appoint, dismiss, ensureAppointed } from '../streams/admins.ts'
import { loadAccountState } from '../streams/load-account.ts'
import { refuseZone } from '../streams/zone.ts'
import { openPerson } from './person.ts'
import { type Reassign, type Reassignment, reassignAccount } from './reassign.ts'

export type ChangeUser = Reassignment & { userId: string }

/** Wishing the same again finishes what a crash left halfway: each of the two streams changes only if it must. */
export async function changeUser(
  kernel: Kernel,
  { userId, ...reassignment }: ChangeUser,
  envelope: Envelope,
): Promise<Handled<Account> | Rejection> {
  const { store, vault, sealer, clock } = kernel
  if (userId === envelope.actor) return reject('forbidden', 'You can not change your own role.')
  const stream = account.stream(userId)
  if (!(await hasSeen(store, stream, envelope.commandId))) {
    const { zone } = reassignment
    const refused = (zone ? await refuseZone(store, zone) : undefined) ?? (await changeAdmins())
    if (refused) return refused
  }
  const changed = await handle(
    store,
    stream,
    account,
    async (state) => {
      const decision = reassignAccount(await commandOn(state), state, clock())
      // Before the event as well: should this process die in between, the old role has no session left.
      if (!isRejection(decision) && decision.length > 0) await vault.endSessions(userId)
      return decision
    },
    envelope,
  )
  // And after it, for whoever signed in between the two.
  if (!isRejection(changed) && changed.events.length > 0) await vault.endSessions(userId)
  return changed

  async function commandOn({ registered }: Account): Promise<Reassign> {
    const command = { ...reassignment, changedBy: envelope.actor }
    if (!registered) return command
    const present = (await openPerson(sealer, registered))?.facility
    const facility = reassignment.facility ?? present
    const sealedFacility = facility === undefined ? undefined : await sealer.seal(userId, { facility })
    return { ...command, present, sealedFacility }
  }

  /** The stream of admins first: appointed before the account says so, dismissed before it stops saying so. */
  async function changeAdmins(): Promise<Rejection | undefined> {
    await ensureAppointed(kernel, envelope.actor)
    const state = await loadAccountState(store, userId)
    const decision = reassignAccount(await commandOn(state), state, clock())
    if (isRejection(decision)) return decision
    const becomes = reassignment.role ?? state.registered?.role
    if (becomes !== 'admin' && state.registered?.role !== 'admin') return undefined
    if (becomes === 'admin' && state.registered?.role === 'admin') return undefined
    const outcome = await (becomes === 'admin' ? appoint : dismiss)(kernel, userId, envelope)
    return isRejection(outcome) ? outcome : undefined
  }
}
