/** DeleteAccount: the event first, then email and employee ID are free and the key and credentials go; a repetition finishes the rest. */
import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import { createSealer } from '#platform/sealing.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Account, account } from '../streams/account.ts'
import { identity, identityStream, releaseIdentity } from '../streams/identity.ts'
import { loadRegistration } from '../streams/load-account.ts'
import { erasure } from '../streams/notes.ts'
import { openPerson } from './person.ts'

/** Erases a person: history and counts stay, and read 'Erased resident' from now on. `erasedBy` when it was an admin. */
export async function deleteAccount(
  kernel: Kernel,
  userId: string,
  envelope: Envelope,
  erasedBy?: string,
): Promise<Handled<Account> | Rejection> {
  const { store, vault, clock } = kernel
  const erased = await handle(
    store,
    account.stream(userId),
    account,
    async ({ status }) => {
      if (status !== 'active') return reject('not-found', 'There is no such account.')
      // Before the event, which cuts the open boards: until the vault has erased the person they could come back.
      await vault.endSessions(userId)
      return [event('AccountErased', { userId, erasedAt: clock().toISOString(), erasedBy })]
    },
    envelope,
  )
  if (isRejection(erased)) return erased
  await finishErasure(kernel, userId)
  return erased
}

/** Frees the identities of an erased person and drops the mails to them, then deletes their secrets; harmless when done before. A job repeats it after a crash. */
export async function finishErasure(kernel: Kernel, userId: string): Promise<void> {
  await releaseIdentities(kernel, userId)
  await kernel.vault.erase(userId)
  kernel.sealer.forget(userId)
  const envelope = { commandId: `finish/${userId}`, fingerprint: '', actor: 'system' }
  await handle(
    kernel.store,
    erasure.stream(userId),
    erasure,
    (state) => finish(userId, state, kernel.clock()),
    envelope,
  )
}

const finish: Decide<string, typeof erasure.initial, 'erasure'> = (personId, { finished }, now) =>
  finished ? [] : [event('ErasureFinished', { personId, finishedAt: now.toISOString() })]

async function releaseIdentities(kernel: Kernel, userId: string): Promise<void> {
  const { store, vault, keys, mail, clock } = kernel
  const registered = await loadRegistration(kernel, userId)
  if (!registered) return
  // A sealer of its own: the shared one forgets a person as soon as the event is seen.
  const person = await openPerson(createSealer(vault), registered)
  if (person?.email) await mail?.forget(person.email)
  const envelope = { commandId: `release/${userId}`, fingerprint: '', actor: userId }
  for (const identifier of [person?.email, person?.employeeId ?? registered.employeeId]) {
    if (!identifier) continue
    const stream = identityStream(keys.identities, identifier)
    await handle(store, stream, identity, (state) => releaseIdentity({ userId }, state, clock()), envelope)
  }
}
