/**
 * Reserves an identity (email, employee id or phone number) for one account.
 * A keyed hash names its stream.
 */

import { createHmac } from 'node:crypto'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { StreamName } from '#contract/streams.ts'
import { toCanonicalEmail } from '#domain/contacts.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { defineAggregate } from '../kernel/category.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { loadState } from '../kernel/load.ts'

export interface SignInIdentity {
  owner?: { userId: string; reservedAt: string }
}

export const identityAggregate = defineAggregate<SignInIdentity, 'identity'>(
  'identity',
  {},
  {
    IdentityReserved: (_, owner) => ({ owner }),
    IdentityReleased: () => ({}),
  },
)

/** Returns the canonical form of an identifier for comparison. */
export function normalizeIdentifier(identifier: string): string {
  const text = identifier.trim().normalize('NFKC').toLowerCase()
  return toCanonicalEmail(text) ?? text
}

/**
 * Returns the event stream of a sign-in identity, such as an email address.
 * The stream's name contains a keyed hash, so that the log does not reveal emails.
 */
export const identityStreamOf = (key: Uint8Array, identifier: string) =>
  identityAggregate.stream(createHmac('sha256', key).update(normalizeIdentifier(identifier)).digest('base64url'))

/** Returns the account that owns a sign-in identity, such as an email address. */
export async function loadIdentityOwner(
  store: EventStore,
  stream: StreamName<'identity'>,
): Promise<SignInIdentity['owner']> {
  return (await loadState(store, stream, identityAggregate)).owner
}

export const EMAIL_TAKEN_REJECTION = reject('conflict', msg`Email already registered`, {
  email: msg`Email already registered`,
})
export const EMPLOYEE_ID_TAKEN_REJECTION = reject('conflict', msg`Employee ID already exists`, {
  employee_id: msg`Employee ID already exists`,
})

const TAKEN_NUMBER = msg`This phone number belongs to another account.`
export const PHONE_TAKEN_REJECTION = reject('conflict', TAKEN_NUMBER, { phone: TAKEN_NUMBER })

interface ReserveIdentity {
  userId: string
  abandoned?: string
  /** The decider returns this refusal if another account owns the identity. */
  taken?: Rejection
}

/**
 * Reserves the identity for `userId`.
 * Takes it over from an `abandoned`, incomplete registration.
 */
export const reserveIdentity: Decider<ReserveIdentity, SignInIdentity, 'identity'> = (command, state, now) => {
  const { userId, abandoned, taken = EMAIL_TAKEN_REJECTION } = command
  if (state.owner?.userId === userId) return []
  if (state.owner && state.owner.userId !== abandoned) return taken
  return [createEvent('IdentityReserved', { userId, reservedAt: now.toISOString() })]
}

/** Releases the email, phone number or employee ID if it still belongs to the account. */
export const releaseIdentity: Decider<{ userId: string }, SignInIdentity, 'identity'> = ({ userId }, state) =>
  state.owner?.userId === userId ? [createEvent('IdentityReleased', { userId })] : []
