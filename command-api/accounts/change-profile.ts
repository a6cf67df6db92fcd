/** ChangeProfile: changes a person's own name and phone only. */

import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { User } from '#contract/views.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { pickProfile, toUser } from '#platform/persons.ts'
import { type Account, accountAggregate } from '../aggregates/account.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { unsealPerson } from './person.ts'
import { SIGN_IN_AGAIN_REJECTION } from './session.ts'

interface ChangeProfile {
  userId: string
  name: string
  /** Phone number of the person; absent if there is none. */
  phone?: string | undefined
}

/**
 * Records the new profile if it differs.
 * Compares decrypted values, because sealed texts always differ.
 */
export async function changeProfile(
  { store, sealer, clock }: Kernel,
  { userId, name, phone }: ChangeProfile,
  envelope: Envelope,
): Promise<{ user: User; position: number } | Rejection> {
  const gather = async ({ registered }: Account) => {
    const person = registered && (await unsealPerson(sealer, registered))
    if (!person) return SIGN_IN_AGAIN_REJECTION
    if (person.name === name && person.phone === phone) return {}
    return { sealed: await sealer.seal(userId, pickProfile({ ...person, name, phone })) }
  }
  const decide = (_: Account, { sealed }: { sealed?: string }) =>
    sealed === undefined ? [] : [createEvent('AccountChanged', { userId, sealed, changedAt: clock().toISOString() })]
  const changed = await handleWithFacts(
    store,
    accountAggregate.stream(userId),
    accountAggregate,
    { gather, decide },
    envelope,
  )
  if (isRejection(changed)) return changed
  const { registered } = changed.state
  const person = registered && (await unsealPerson(sealer, registered))
  if (!registered || !person) return SIGN_IN_AGAIN_REJECTION
  const { role, zone, registeredAt: createdAt, oneTimePassword: mustChangePassword, unconfirmed } = registered
  const facts = { id: userId, role, zone, createdAt, mustChangePassword, unconfirmed }
  return { user: toUser(facts, person), position: changed.position }
}
