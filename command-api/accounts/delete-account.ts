/**
 * DeleteAccount: appends the event, releases identities, and deletes key and credentials.
 * A repeated command completes an interrupted erasure.
 */

import { existsSync } from 'node:fs'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { type Envelope, type EventStore, hasType } from '#platform/event-store/event-store.ts'
import type { Person } from '#platform/persons.ts'
import { makePrivateFile } from '#platform/private-files.ts'
import { createSealer } from '#platform/sealing.ts'
import { addErasedPersons, readErasedList } from '#platform/vault/erased-list.ts'
import type { Vault } from '#platform/vault/vault.ts'
import {
  type Account,
  accountAggregate,
  loadAccountState,
  loadRegistration,
  loadSealedPhoneHistory,
  loadSealedProfileHistory,
} from '../aggregates/account.ts'
import { binAggregate } from '../aggregates/bin.ts'
import { handleAssignmentCommand, releaseDriver } from '../aggregates/drivers.ts'
import { identityAggregate, identityStreamOf, releaseIdentity } from '../aggregates/identity.ts'
import { erasureAggregate } from '../aggregates/stateless.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { type CommandResult, handleCommand, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { unsealPerson } from './person.ts'
import { compareVaultWithLog, type VaultLogComparison } from './vault-check.ts'
import { keyFingerprintOf, writeVaultLogMark } from './vault-mark.ts'

/**
 * Erases a person.
 * History and counts remain, with 'Erased resident' as the name.
 * `erasedBy` is set if an admin does it.
 */
export async function deleteAccount(
  kernel: Kernel,
  userId: string,
  envelope: Envelope,
  erasedBy?: string,
): Promise<CommandResult<Account> | Rejection> {
  const { store, vault, clock } = kernel
  const gather = async ({ status }: Account) => {
    if (status !== 'active') return reject('not-found', msg`There is no such account.`)
    // Ends the person's sessions before the event `AccountErased` disconnects their open screens.
    // Otherwise the screens could reconnect until the vault erases the person.
    await vault.endSessions(userId)
    return {}
  }
  const decide = () => [createEvent('AccountErased', { userId, erasedAt: clock().toISOString(), erasedBy })]
  const erased = await handleWithFacts(
    store,
    accountAggregate.stream(userId),
    accountAggregate,
    { gather, decide },
    envelope,
  )
  if (isRejection(erased)) return erased
  await finishErasure(kernel, userId)
  return erased
}

/**
 * Completes an erasure of identities, mails, secrets and photos.
 * Idempotent; a job repeats it after a crash.
 */
export async function finishErasure(kernel: Kernel, userId: string): Promise<void> {
  await releaseIdentities(kernel, userId)
  const ended = { commandId: `release/${userId}`, fingerprint: '', actor: 'system' }
  await handleAssignmentCommand(kernel, releaseDriver, { userId, by: 'system' }, ended)
  await removePhotos(kernel, userId)
  await kernel.vault.erase(userId)
  kernel.sealer.forget(userId)
  const envelope = { commandId: `finish/${userId}`, fingerprint: '', actor: 'system' }
  await handleCommand(
    kernel.store,
    erasureAggregate.stream(userId),
    erasureAggregate,
    (state) => finish(userId, state, kernel.clock()),
    envelope,
  )
}

/** Deletes the photos that crews took at the person's bin. */
async function removePhotos({ store, pictures }: Kernel, userId: string): Promise<void> {
  for (const logged of await store.readStream(binAggregate.stream(userId)))
    if (hasType(logged, 'StopServed') && logged.data.picture) await pictures.remove(logged.data.picture)
}

const finish: Decider<string, typeof erasureAggregate.initial, 'erasure'> = (personId, { finished }, now) =>
  finished ? [] : [createEvent('ErasureFinished', { personId, finishedAt: now.toISOString() })]

async function releaseIdentities(kernel: Kernel, userId: string): Promise<void> {
  const { store, vault, keys, mail, sms, clock } = kernel
  const registered = await loadRegistration(kernel, userId)
  if (!registered) return
  // Uses an own sealer, which keeps the person's key in memory for all reads.
  // A shared sealer may drop the key when the erasure event arrives.
  const sealer = createSealer(vault)
  const person = await unsealPerson(sealer, registered)
  const profiles = await sealer.open<Person>(await loadSealedProfileHistory(kernel, userId))
  const emails = [...new Set(profiles.flatMap((profile) => profile?.email || []))]
  for (const email of emails) await mail?.forget(email)
  const numbers = await sealer.open<{ number: string }>(await loadSealedPhoneHistory(kernel, userId))
  const phones = numbers.flatMap((opened) => opened?.number ?? [])
  for (const number of phones) await sms?.forget(number)
  const envelope = { commandId: `release/${userId}`, fingerprint: '', actor: userId }
  for (const identifier of [...emails, person?.employeeId ?? registered.employeeId, ...phones]) {
    if (!identifier) continue
    const stream = identityStreamOf(keys.identities, identifier)
    await handleCommand(
      store,
      stream,
      identityAggregate,
      (state) => releaseIdentity({ userId }, state, clock()),
      envelope,
    )
  }
}

/**
 * Records erasures of the vault in a log that lacks them.
 * A job then completes them.
 */
export async function recordErasures({ store }: Pick<Kernel, 'store'>, personIds: readonly string[], now: Date) {
  for (const userId of personIds)
    await handleCommand(
      store,
      accountAggregate.stream(userId),
      accountAggregate,
      ({ status }) =>
        status === 'active' ? [createEvent('AccountErased', { userId, erasedAt: now.toISOString() })] : [],
      { commandId: `erase-again/${userId}`, fingerprint: '', actor: 'system' },
    )
}

/**
 * Erases a person in a restored log that lacks the erasure, and removes restored photos.
 * An account without a key could neither be used nor be replaced by a new one.
 */
async function eraseInRestoredLog(kernel: Kernel, personId: string): Promise<void> {
  const { status } = await loadAccountState(kernel.store, personId)
  if (status !== 'active') return removePhotos(kernel, personId)
  await recordErasures(kernel, [personId], kernel.clock())
  await finishErasure(kernel, personId)
}

/**
 * EraseAgain: erases people again whom a restored backup brought back.
 * Uses the result of `checkVaultMatchesLog`.
 * Runs at start, before requests are answered.
 */
export async function reapplyErasures(
  kernel: Kernel,
  { erasedInLog, erasedInList, erasedInVault, known, last }: VaultLogComparison,
): Promise<void> {
  const { vault } = kernel
  const done = await vault.erasedAmong([...erasedInLog])
  for (const personId of erasedInLog) if (!done.has(personId)) await finishErasure(kernel, personId)
  for (const personId of erasedInList) await vault.erase(personId)
  for (const personId of [...erasedInList, ...erasedInVault]) await eraseInRestoredLog(kernel, personId)
  if (!last) return
  const { installationKeys } = await vault.census()
  const keys = new Map<string, string>()
  for (const name of installationKeys) keys.set(name, keyFingerprintOf(await vault.installationKey(name)))
  await writeVaultLogMark(kernel, last, { ...known, keys })
}

/**
 * Removes photos of erased people that an older copy of the photos brought back.
 * `list` is a file beside the photos, and is copied with them.
 * It names the people whose photos were removed.
 * A start thus reads the stream of each erased person once.
 */
export async function removeReturnedPhotos(kernel: Kernel, list: string): Promise<void> {
  const done = new Set(existsSync(list) ? readErasedList(list) : [])
  const { erased } = await kernel.vault.census()
  const others = erased.filter((id) => !done.has(id))
  if (others.length === 0) return
  for (const personId of others) await removePhotos(kernel, personId)
  makePrivateFile(list)
  addErasedPersons(list, others)
}

/**
 * AcceptVault: erases everyone about whom vault and log disagree, after an admin agreed.
 * Such a person's key is missing, or the log does not contain the erasure.
 * Records it in the log first: a start then completes an interrupted erasure.
 * With `isRestored`, the next start records it, because `LogRestored` comes first.
 */
export async function acceptVaultDifferences(
  ports: { store: EventStore; vault: Vault },
  { missing, erased, listed, keys }: VaultLogComparison['differences'],
  { isRestored }: { isRestored: boolean },
): Promise<void> {
  const people = [...missing, ...erased, ...listed]
  if (!isRestored) await recordErasures(ports, people, new Date())
  for (const personId of people) await ports.vault.erase(personId)
  const { known, last } = await compareVaultWithLog(ports, { isRestored: true })
  // Does not record the missing and replaced keys as known to the vault.
  // The next start records the new keys.
  for (const name of keys) known.keys.delete(name)
  if (last) await writeVaultLogMark(ports, last, known)
}
