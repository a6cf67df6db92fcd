/** ReassignAccount: another role, zone or facility. What belonged to the old role does not come along. */

import { reject } from '#contract/door/problems.ts'
import type { Role, Zone } from '#rules/city.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { Account, Registered } from '../streams/account.ts'

/** What is to change; what is absent stays, as far as the role has it. */
export interface Reassignment {
  role?: Role
  zone?: Zone
  facility?: string
}

export interface Reassign extends Reassignment {
  /** The account's facility so far, opened. */
  present?: string
  /** What it is to be, sealed: the one given, or that so far. */
  sealedFacility?: string
  changedBy: string
}

export const reassignAccount: Decide<Reassign, Account, 'account'> = (command, state, now) => {
  const { registered } = state
  if (!registered) return reject('not-found', 'There is no such account.')
  const { role, zone, facility } = standingAfter(command, registered)
  if (role === 'resident' && !zone) return reject('bad-request', 'Zone is required', { zone: 'Zone is required' })
  if (role === registered.role && zone === registered.zone && facility === command.present) return []
  const { userId } = registered
  const { changedBy } = command
  const sealedFacility = facility === undefined ? undefined : command.sealedFacility
  return [event('AccountReassigned', { userId, role, zone, sealedFacility, changedBy, changedAt: now.toISOString() })]
}

function standingAfter(command: Reassign, { role, zone }: Registered) {
  const after = command.role ?? role
  const kept = after === role ? { zone, facility: command.present } : {}
  return { role: after, zone: command.zone ?? kept.zone, facility: command.facility ?? kept.facility }
}
