/** ReassignAccount: changes role, zone or facility. Drops the zone or facility if the new role has none. */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Role, Zone } from '#domain/city.ts'
import type { Account, RegisteredAccount } from '../aggregates/account.ts'
import { createEvent, type Decide } from '../kernel/decider.ts'

/**
 * Requested changes.
 * If a field is absent, the account keeps its value, provided that the new role has the field.
 */
export interface AccountReassignment {
  role?: Role
  zone?: Zone
  facility?: string
}

export interface ReassignAccount extends AccountReassignment {
  /** The account's facility before the change, decrypted. */
  present?: string
  /** The resulting facility, sealed. */
  sealedFacility?: string
  changedBy: string
}

export const reassignAccount: Decide<ReassignAccount, Account, 'account'> = (command, state, now) => {
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
