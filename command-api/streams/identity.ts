/** An identity (an email or an employee ID) belongs to one account: a reservation stream under its keyed hash. */
import { createHmac } from 'node:crypto'
import { type Rejection, reject } from '#contract/door/problems.ts'
import { canonicalEmail } from '#rules/email.ts'
import { category } from '../kernel/category.ts'
import { type Decide, event } from '../kernel/decider.ts'

export interface Identity {
  owner?: { userId: string; reservedAt: string }
}

export const identity = category<Identity, 'identity'>(
  'identity',
  {},
  {
    IdentityReserved: (_, owner) => ({ owner }),
    IdentityReleased: () => ({}),
  },
)

/** An identifier in the one form in which it is compared, however it was typed. */
export function normalIdentifier(identifier: string): string {
  const text = identifier.trim().normalize('NFKC').toLowerCase()
  return canonicalEmail(text) ?? text
}

/** The stream of an identity; the hash is keyed, so that the log does not tell which emails it knows. */
export const identityStream = (key: Uint8Array, identifier: string) =>
  identity.stream(createHmac('sha256', key).update(normalIdentifier(identifier)).digest('base64url'))

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
export const reserveIdentity: Decide<ReserveIdentity, Identity, 'identity'> = (command, state, now) => {
  const { userId, abandoned, taken = EMAIL_TAKEN } = command
  if (state.owner?.userId === userId) return []
  if (state.owner && state.owner.userId !== abandoned) return taken
  return [event('IdentityReserved', { userId, reservedAt: now.toISOString() })]
}

/** Frees the identity, when it is still that account's. */
export const releaseIdentity: Decide<{ userId: string }, Identity, 'identity'> = ({ userId }, state) =>
  state.owner?.userId === userId ? [event('IdentityReleased', { userId })] : []
