/**
 * Records sign-ins, refusals and access changes without names.
 * Entries contain user ids and keyed hashes of addresses.
 */

import { createHmac, randomUUID } from 'node:crypto'
import type { SecurityKind } from '#contract/audit/kinds.ts'
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { RegisteredAccount } from '../aggregates/account.ts'
import { securityEntryAggregate, signInsAggregate } from '../aggregates/stateless.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'

interface SecuritySubject {
  /**
   * Account to which the security entry belongs.
   * Absent if no account has the identifier of the attempt.
   */
  userId?: string
  address?: string
}

/**
 * Adds an entry to the security log.
 * Rejects if the event store refuses the entry.
 */
export async function recordSecurityEntry(
  { store, keys, clock }: Kernel,
  kind: SecurityKind,
  { userId, address }: SecuritySubject,
): Promise<void> {
  const noteId = randomUUID()
  const origin = address === undefined ? undefined : hashAddress(keys.addresses, address)
  const noted = createEvent('SecurityNoted', { noteId, kind, userId, origin, notedAt: clock().toISOString() })
  const envelope = { commandId: `note/${noteId}`, fingerprint: '', actor: userId ?? 'nobody' }
  const kept = await handleCommand(
    store,
    securityEntryAggregate.stream(noteId),
    securityEntryAggregate,
    () => [noted],
    envelope,
  )
  if (isRejection(kept)) throw new Error(`A security entry was refused: ${kept.message}`)
}

/**
 * Returns a keyed hash of a network address.
 * Only this installation has the key, so only it could find out the address.
 */
const hashAddress = (key: Uint8Array, address: string) =>
  createHmac('sha256', key).update(address).digest('base64url').slice(0, 10)

/**
 * Records an entry in the security log after the response was sent.
 * The response time then does not reveal whether an account exists.
 */
export function recordSecurityEntryLater(kernel: Kernel, kind: SecurityKind, noted: SecuritySubject): void {
  const failed = (error: unknown) => kernel.log.error({ err: error, kind }, 'a security entry could not be recorded')
  setTimeout(() => void recordSecurityEntry(kernel, kind, noted).catch(failed)).unref()
}

/**
 * Records a sign-in before the server responds.
 * If the event log refuses the event, the sign-in fails.
 * Sign-ins of residents are recorded only in the security log.
 */
export async function recordSignIn(
  { store, keys, clock }: Kernel,
  { userId, role }: RegisteredAccount,
  { address, envelope }: { address: string; envelope: Envelope },
): Promise<Rejection | undefined> {
  if (role === 'resident') return undefined
  const signedIn = createEvent('StaffSignedIn', {
    userId,
    role,
    origin: hashAddress(keys.addresses, address),
    signedInAt: clock().toISOString(),
  })
  const recorded = await handleCommand(store, signInsAggregate.stream(userId), signInsAggregate, () => [signedIn], {
    ...envelope,
    actor: userId,
  })
  return isRejection(recorded) ? recorded : undefined
}
