/** DropSecondFactor: an admin removes another person's lost second factor and ends their sessions. */
import { type Rejection, reject } from '#contract/door/problems.ts'
import { event } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Account, account } from '../streams/account.ts'
import { hasSecondFactor } from './second-factor.ts'

/** A repetition removes nothing that was set up since. */
export async function dropSecondFactor(
  kernel: Kernel,
  userId: string,
  envelope: Envelope,
): Promise<Handled<Account> | Rejection> {
  const { store, vault, clock } = kernel
  const droppedBy = envelope.actor
  /** If the decision repeats after a conflict, this command has already removed the factor. */
  let dropped = false
  // Otherwise a stolen admin session could disable the protection of that admin's account.
  if (userId === droppedBy) return reject('forbidden', 'Your own second factor is switched off in your settings.')
  return handle(
    store,
    account.stream(userId),
    account,
    async ({ registered }) => {
      if (!registered) return reject('not-found', 'There is no such account.')
      if (!dropped && !(await hasSecondFactor(kernel, userId)))
        return reject('conflict', 'Their second factor is off already.')
      // Before the event: if the process dies in between, no session that used the factor remains.
      await vault.endSessions(userId)
      await vault.dropSecondFactor(userId)
      dropped = true
      return [event('SecondFactorDropped', { userId, droppedBy, droppedAt: clock().toISOString() })]
    },
    envelope,
  )
}
