/** DropSecondFactor: an admin removes another person's lost factor and ends their sessions. */

import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { type Account, accountAggregate } from '../aggregates/account.ts'
import { createEvent } from '../kernel/decider.ts'
import { type CommandResult, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasSecondFactor } from './second-factor.ts'

/**
 * Removes another person's second factor.
 * A repeated command does not remove a newer factor.
 */
export async function dropSecondFactor(
  kernel: Kernel,
  userId: string,
  envelope: Envelope,
): Promise<CommandResult<Account> | Rejection> {
  const { store, vault, clock } = kernel
  const droppedBy = envelope.actor
  // Admins can't remove their own second factor with this command.
  // Otherwise a stolen admin session could disable it.
  if (userId === droppedBy) return reject('forbidden', msg`Switch off your own two-step sign-in in your settings.`)
  // Reads the second factor once, before `gather` runs.
  // `gather` may run twice, and its first run already removes the second factor.
  const isOff = !(await hasSecondFactor(kernel, userId))
  const gather = async ({ registered }: Account) => {
    if (!registered) return reject('not-found', msg`There is no such account.`)
    if (isOff) return reject('conflict', msg`Their two-step sign-in is already off.`)
    // Ends the sessions before removing the second factor.
    // So after a crash, no session that used the lost factor remains valid.
    await vault.endSessions(userId)
    await vault.dropSecondFactor(userId)
    return {}
  }
  const decide = () => [createEvent('SecondFactorDropped', { userId, droppedBy, droppedAt: clock().toISOString() })]
  return handleWithFacts(store, accountAggregate.stream(userId), accountAggregate, { gather, decide }, envelope)
}
