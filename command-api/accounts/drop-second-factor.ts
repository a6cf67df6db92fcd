/** DropSecondFactor: an admin removes another person's lost second factor and ends their sessions. */

import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { type Account, accountAggregate } from '../aggregates/account.ts'
import { createEvent } from '../kernel/decider.ts'
import { type CommandResult, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasSecondFactor } from './second-factor.ts'

/** Removes another person's second factor. A repeated command does not remove a factor that was set up since. */
export async function dropSecondFactor(
  kernel: Kernel,
  userId: string,
  envelope: Envelope,
): Promise<CommandResult<Account> | Rejection> {
  const { store, vault, clock } = kernel
  const droppedBy = envelope.actor
  // Admins cannot remove their own factor here: a stolen admin session could then disable that admin's protection.
  if (userId === droppedBy) return reject('forbidden', msg`Switch off your own two-step sign-in in your settings.`)
  // Reads the factor before `gather` runs.
  // If `gather` is retried, its first run has already removed the factor.
  const isOff = !(await hasSecondFactor(kernel, userId))
  const gather = async ({ registered }: Account) => {
    if (!registered) return reject('not-found', msg`There is no such account.`)
    if (isOff) return reject('conflict', msg`Their two-step sign-in is already off.`)
    // Ends the sessions before recording the event.
    // A crash in between then leaves no session that was signed in with the lost factor.
    await vault.endSessions(userId)
    await vault.dropSecondFactor(userId)
    return {}
  }
  const decide = () => [createEvent('SecondFactorDropped', { userId, droppedBy, droppedAt: clock().toISOString() })]
  return handleWithFacts(store, accountAggregate.stream(userId), accountAggregate, { gather, decide }, envelope)
}
