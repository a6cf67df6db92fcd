/** An identity (an email or an employee ID) belongs to one account: a reservation stream under its keyed hash. */
import { createHmac } from 'node:crypto'
import type { Event } from '#contract/events.ts'
import { type Rejection, reject } from '#contract/problems.ts'
import { type Aggregate, type Decide, event } from '../kernel/decider.ts'

export interface Identity {
  owner?: { userId: string; reservedAt: string }
}

export const identity: Aggregate<Identity> = {
  initial: {},
  evolve(state, event: Event): Identity {
    switch (event.type) {
      case 'IdentityReserved':
        return { owner: event.data }
      case 'IdentityReleased':
        return {}
      default:
        return state
    }
  },
}

/** An identifier in the one form in which it is compared, however it was typed. */
export const normalIdentifier = (identifier: string) => identifier.trim().normalize('NFKC').toLowerCase()

/** The stream of an identity; the hash is keyed, so that the log does not tell which emails it knows. */
export function identityStream(key: Uint8Array, identifier: string): string {
  return `identity-${createHmac('sha256', key).update(normalIdentifier(identifier)).digest('base64url')}`
}

export const EMAIL_TAKEN = reject('conflict', 'Email already registered', { email: 'Email already registered' })
export const EMPLOYEE_ID_TAKEN = reject('conflict', 'Employee ID already exists', {
  employee_id: 'Employee ID already exists',
})

interface ReserveIdentity {
  userId: string
  abandoned?: string
  /** What is answered when somebody else has it. */
  taken?: Rejection
}

/** Reserves for `userId`, taking over from `abandoned` when that registration was given up before it was completed. */
export const reserveIdentity: Decide<ReserveIdentity, Identity> = (command, state, now) => {
  const { userId, abandoned, taken = EMAIL_TAKEN } = command
  if (state.owner?.userId === userId) return []
  if (state.owner && state.owner.userId !== abandoned) return taken
  return [event('IdentityReserved', { userId, reservedAt: now.toISOString() })]
}

/** Frees the identity, when it is still that account's. */
export const releaseIdentity: Decide<{ userId: string }, Identity> = ({ userId }, state) =>
  state.owner?.userId === userId ? [event('IdentityReleased', { userId })] : []
