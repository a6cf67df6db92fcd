/**
 * ResetPassword: a mailed link or SMS code sets the password once.
 * It ends every session.
 */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import type { EndpointCall } from '#platform/http/api.ts'
import { type Account, accountAggregate } from '../aggregates/account.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasCommand } from '../kernel/load.ts'
import { type RedeemedLink, redeemLink } from './spend-link.ts'

type ResetCall = Pick<EndpointCall<'resetPassword'>, 'envelope' | 'claim'>

interface PasswordReset {
  userId: string
  repeated: boolean
}

const NO_LONGER_VALID = reject('bad-request', msg`This link is no longer valid. Please ask for a new one.`)

/**
 * Returns the user whose password was set.
 * A repeated command gets the same answer for ten minutes.
 */
export async function resetPassword(
  kernel: Kernel,
  { token, password }: { token: string; password: string },
  call: ResetCall,
): Promise<PasswordReset | Rejection> {
  const spent = await redeemLink(kernel, 'reset', token, call, NO_LONGER_VALID)
  // With the link from the mail, the person has proved that they can read the mailbox.
  return isRejection(spent) ? spent : replaceForgottenPassword(kernel, { spent, password, confirmsEmail: true }, call)
}

interface ForgottenPassword {
  /** The reset link or code that this command redeemed. */
  spent: RedeemedLink
  password: string
  /** True if the link or code came by email, which proves that the address is the person's. */
  confirmsEmail?: true
}

/**
 * Sets the new password of the person who used the link or code.
 * A repeated command does not set it again.
 */
export async function replaceForgottenPassword(
  { store, vault, clock }: Kernel,
  { spent, password, confirmsEmail }: ForgottenPassword,
  { envelope }: ResetCall,
): Promise<PasswordReset | Rejection> {
  const { userId } = spent
  if (await hasCommand(store, accountAggregate.stream(userId), envelope.commandId)) return { userId, repeated: true }
  const passwordHash = await hashPassword(password)
  const gather = async ({ registered }: Account) => {
    if (!registered) return NO_LONGER_VALID
    await vault.setPassword(userId, passwordHash)
    await spent.remember()
    return {}
  }
  const decide = ({ registered }: Account) => {
    const at = clock().toISOString()
    const changed = createEvent('PasswordChanged', { userId, changedAt: at })
    return confirmsEmail && registered?.unconfirmed
      ? [changed, createEvent('AccountConfirmed', { userId, confirmedAt: at })]
      : [changed]
  }
  const own = { ...envelope, actor: userId }
  const reset = await handleWithFacts(store, accountAggregate.stream(userId), accountAggregate, { gather, decide }, own)
  return isRejection(reset) ? reset : { userId, repeated: false }
}
