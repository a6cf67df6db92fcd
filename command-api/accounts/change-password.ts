/**
 * ChangePassword: stores the new password's hash and a new session version in the vault.
 * The event then ends the open sessions.
 */

import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { hashPassword, verifyPassword } from '#platform/auth/passwords.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { type Account, accountAggregate } from '../aggregates/account.ts'
import { createEvent } from '../kernel/decider.ts'
import { type CommandResult, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { SIGN_IN_AGAIN_REJECTION } from './session.ts'

interface ChangePassword {
  userId: string
  currentPassword: string
  newPassword: string
}

/**
 * Time in ms within which a repeated password change succeeds.
 * The password change itself ended the session.
 */
const REPEATABLE_MS = 10 * 60_000

/**
 * Returns whether an earlier attempt of this command set the current password in the last ten minutes.
 * The sender then knows the password and may get a session.
 * Returns false if the password was reset in between.
 */
export async function isPasswordChangeRetry(
  { store, vault, clock }: Kernel,
  newPassword: string,
  envelope: Envelope,
): Promise<boolean> {
  const since = clock().getTime() - REPEATABLE_MS
  const recorded = await store.readStream(accountAggregate.stream(envelope.actor))
  const last = recorded.findLast(({ type }) => type === 'PasswordChanged')
  const { commandId, fingerprint } = last?.meta ?? {}
  if (!last || last.at < since || commandId !== envelope.commandId || fingerprint !== envelope.fingerprint) return false
  return verifyPassword((await vault.credentials(envelope.actor))?.passwordHash, newPassword)
}

const NOT_THE_SAME = msg`Choose a password other than the current one`

/**
 * Sets a new password if the current one is correct.
 * Refuses the second of two simultaneous changes.
 */
export async function changePassword(
  kernel: Kernel,
  command: ChangePassword,
  envelope: Envelope,
): Promise<CommandResult<Account> | Rejection> {
  const { userId, currentPassword, newPassword } = command
  const { store, vault, clock } = kernel
  /** Checks both passwords and stores the new password before the event is appended. */
  const gather = async ({ status, registered }: Account) => {
    if (status !== 'active') return SIGN_IN_AGAIN_REJECTION
    const credentials = await vault.credentials(userId)
    // The admin knows the one-time password, so the owner must not choose it again.
    if (registered?.oneTimePassword && (await verifyPassword(credentials?.passwordHash, newPassword)))
      return reject('bad-request', NOT_THE_SAME, { newPassword: NOT_THE_SAME })
    if (!(await verifyPassword(credentials?.passwordHash, currentPassword))) {
      // An earlier attempt set the password, but crashed before it appended the event.
      // In this case only appends the event.
      if (await verifyPassword(credentials?.passwordHash, newPassword)) return {}
      return reject('bad-request', msg`Invalid password`, { currentPassword: msg`Invalid password` })
    }
    const isSet = await vault.setPassword(userId, await hashPassword(newPassword), credentials?.sessionVersion)
    return isSet ? {} : reject('conflict', msg`Your password was just changed elsewhere.`)
  }
  const decide = () => [createEvent('PasswordChanged', { userId, changedAt: clock().toISOString() })]
  return handleWithFacts(store, accountAggregate.stream(userId), accountAggregate, { gather, decide }, envelope)
}
