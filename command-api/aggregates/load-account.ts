/** Loads accounts by user id, and owners of identities. */
import type { EventData } from '#contract/events.ts'
import type { StreamName } from '#contract/streams.ts'
import { type EventStore, hasType } from '#platform/event-store/event-store.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { type Account, account, type RegisteredAccount } from './account.ts'
import { identity, type SignInIdentity } from './identity.ts'

/** Returns the account whatever its status, even if erased. */
export const loadAccountState = (store: EventStore, userId: string): Promise<Account> =>
  loadState(store, account.stream(userId), account)

/** Returns the account if it is active. */
export async function loadAccount(store: EventStore, userId: string): Promise<RegisteredAccount | undefined> {
  return (await loadAccountState(store, userId)).registered
}

/** Returns the account that owns an identity, from the identity's stream. */
export async function loadIdentityOwner(
  store: EventStore,
  stream: StreamName<'identity'>,
): Promise<SignInIdentity['owner']> {
  return (await loadState(store, stream, identity)).owner
}

/** Returns the registration of an account, even an erased one. */
export async function loadRegistration(
  { store }: Kernel,
  userId: string,
): Promise<EventData<'AccountRegistered'> | undefined> {
  const recorded = await store.readStream(account.stream(userId))
  return recorded.find((logged) => hasType(logged, 'AccountRegistered'))?.data
}

/** Returns all sealed phone numbers that an account ever had, even an erased one. */
export async function loadSealedPhoneHistory(
  { store }: Kernel,
  userId: string,
): Promise<{ personId: string; sealed: string }[]> {
  const recorded = await store.readStream(account.stream(userId))
  return recorded.flatMap((logged) =>
    hasType(logged, 'PhoneLinked') ? [{ personId: userId, sealed: logged.data.sealed }] : [],
  )
}

/** Returns all sealed profiles that an account ever had, the oldest first, even of an erased one. */
export async function loadSealedProfileHistory(
  { store }: Kernel,
  userId: string,
): Promise<{ personId: string; sealed: string }[]> {
  const recorded = await store.readStream(account.stream(userId))
  return recorded.flatMap((logged) =>
    hasType(logged, 'AccountRegistered') || hasType(logged, 'AccountChanged')
      ? [{ personId: userId, sealed: logged.data.sealed }]
      : [],
  )
}
