/** DropSecondFactor: an admin takes the second factor off somebody who lost it; their sessions end, and nobody does it to themselves. */
import { type Rejection, reject } from '#contract/door/problems.ts'
import { event } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Account, account } from '../streams/account.ts'
import { hasSecondFactor } from './second-factor.ts'

/** A repetition drops nothing that was set up since. */
export async function dropSecondFactor(
  kernel: Kernel,
  userId: string,
  envelope: Envelope,
): Promise<Handled<Account> | Rejection> {
  const { store, vault, clock } = kernel
  const droppedBy = envelope.actor
  /** Decided anew, when something else happened to the account meanwhile, it is still this command that dropped it. */
  let dropped = false
  // Whoever holds a stolen session of an admin would else be rid of what guards the rest of it.
  if (userId === droppedBy) return reject('forbidden', 'Your own second factor is switched off in your settings.')
  return handle(
    store,
    account.stream(userId),
    account,
    async ({ registered }) => {
      if (!registered) return reject('not-found', 'There is no such account.')
      if (!dropped && !(await hasSecondFactor(kernel, userId)))
        return reject('conflict', 'Their second factor is off already.')
      // Before the event: should this process die in between, nobody is in any more who came in with it.
      await vault.endSessions(userId)
      await vault.dropSecondFactor(userId)
      dropped = true
      return [event('SecondFactorDropped', { userId, droppedBy, droppedAt: clock().toISOString() })]
    },
    envelope,
  )
}
