/** ResetPassword: the token of a mailed link sets the password once and ends every session. */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import type { Call } from '#platform/http/api.ts'
import { type Account, account } from '../aggregates/account.ts'
import { event } from '../kernel/decider.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasCommand } from '../kernel/load.ts'
import { spendLink } from './spend-link.ts'

const NO_LONGER_VALID = reject('bad-request', msg`This link is no longer valid. Please ask for a new one.`)

/**
 * Returns the user whose password was set.
 * A repeated command gets the same answer for ten minutes.
 */
export async function resetPassword(
  kernel: Kernel,
  { token, password }: { token: string; password: string },
  call: Pick<Call<'resetPassword'>, 'envelope' | 'claim'>,
): Promise<{ userId: string; repeated: boolean } | Rejection> {
  const { store, vault, clock } = kernel
  const spent = await spendLink(kernel, 'reset', token, call, NO_LONGER_VALID)
  if (isRejection(spent)) return spent
  const { userId } = spent
  if (await hasCommand(store, account.stream(userId), call.envelope.commandId)) return { userId, repeated: true }
  const passwordHash = await hashPassword(password)
  const gather = async ({ registered }: Account) => {
    if (!registered) return NO_LONGER_VALID
    await vault.setPassword(userId, passwordHash)
    await spent.remember()
    return {}
  }
  const decide = ({ registered }: Account) => {
    const at = clock().toISOString()
    const changed = event('PasswordChanged', { userId, changedAt: at })
    // Following the link proves access to the mailbox.
    return registered?.unconfirmed ? [changed, event('AccountConfirmed', { userId, confirmedAt: at })] : [changed]
  }
  const own = { ...call.envelope, actor: userId }
  const reset = await handleWithFacts(store, account.stream(userId), account, { gather, decide }, own)
  return isRejection(reset) ? reset : { userId, repeated: false }
}
