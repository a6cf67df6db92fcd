/** DeleteAccount: the event first, then the key and credentials go and the email is free; a repetition finishes the rest. */
import { type Rejection, reject } from '#contract/problems.ts'
import { event, isRejection } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Account, account, accountStream, type Person } from './account.ts'
import { identity, identityStream, releaseIdentity } from './identity.ts'
import { loadAccount } from './session.ts'

/** Erases a person: history and counts stay, and read 'Erased resident' from now on. */
export async function deleteAccount(
  kernel: Kernel,
  userId: string,
  envelope: Envelope,
): Promise<Handled<Account> | Rejection> {
  const { store, sealer, keys, clock } = kernel
  const registered = await loadAccount(store, userId)
  const [person] = registered ? await sealer.open<Person>([{ personId: userId, sealed: registered.sealed }]) : []
  const erased = await handle(
    store,
    accountStream(userId),
    account,
    ({ status }) =>
      status === 'active'
        ? [event('AccountErased', { userId, erasedAt: clock().toISOString() })]
        : reject('not-found', 'There is no such account.'),
    envelope,
  )
  if (isRejection(erased)) return erased
  if (person) {
    const stream = identityStream(keys.identities, person.email)
    await handle(store, stream, identity, (state) => releaseIdentity({ userId }, state, clock()), envelope)
  }
  await finishErasure(kernel, userId)
  return erased
}

/** Deletes the secrets of an erased person; harmless when they are gone. A job repeats it if a crash came between. */
export async function finishErasure({ vault, sealer }: Kernel, userId: string): Promise<void> {
  await vault.erase(userId)
  sealer.forget(userId)
}
