/** DeleteAccount: the event first, then the email is free and the key and credentials go; a repetition finishes the rest. */
import type { EventData } from '#contract/events.ts'
import { type Rejection, reject } from '#contract/problems.ts'
import { createSealer } from '#platform/sealing.ts'
import { event, isRejection } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Account, account, accountStream, type Person } from './account.ts'
import { identity, identityStream, releaseIdentity } from './identity.ts'

/** Erases a person: history and counts stay, and read 'Erased resident' from now on. */
export async function deleteAccount(
  kernel: Kernel,
  userId: string,
  envelope: Envelope,
): Promise<Handled<Account> | Rejection> {
  const { store, clock } = kernel
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
  await finishErasure(kernel, userId)
  return erased
}

/** Frees the email of an erased person, then deletes their secrets; harmless when done before. A job repeats it after a crash. */
export async function finishErasure(kernel: Kernel, userId: string): Promise<void> {
  await releaseEmail(kernel, userId)
  await kernel.vault.erase(userId)
  kernel.sealer.forget(userId)
}

async function releaseEmail({ store, vault, keys, clock }: Kernel, userId: string): Promise<void> {
  const recorded = await store.readStream(accountStream(userId))
  const registered = recorded.find((one) => one.type === 'AccountRegistered')
  if (!registered) return
  const { sealed } = registered.data as EventData<'AccountRegistered'>
  // A sealer of its own: the shared one forgets a person as soon as the event is seen.
  const [person] = await createSealer(vault).open<Person>([{ personId: userId, sealed }])
  if (!person) return
  const envelope = { commandId: `release/${userId}`, fingerprint: '', actor: userId }
  const stream = identityStream(keys.identities, person.email)
  await handle(store, stream, identity, (state) => releaseIdentity({ userId }, state, clock()), envelope)
}
