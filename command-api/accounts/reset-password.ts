/** ResetPassword: a token of a mailed link sets the password once, and every session ends. */
import { createHash } from 'node:crypto'
import { type Rejection, reject } from '#contract/problems.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import type { Call } from '#platform/http/api.ts'
import { event, isRejection } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { account } from '../streams/account.ts'
import { hashToken } from './later-mail.ts'

const NO_LONGER_VALID = reject('bad-request', 'This link is no longer valid. Please ask for a new one.')
/** How long a repetition of an answered reset is recognised. */
const REPEATABLE_MS = 10 * 60_000

/** Answers whose password was set. The same command, repeated within ten minutes, is answered as the first time. */
export async function resetPassword(
  kernel: Kernel,
  { token, password }: { token: string; password: string },
  { commandId, fingerprint, claim }: Pick<Call<'resetPassword'>, 'commandId' | 'fingerprint' | 'claim'>,
): Promise<{ userId: string; repeated: boolean } | Rejection> {
  const { store, vault, clock } = kernel
  const now = clock().getTime()
  // The token is gone once it was used, so the vault keeps in its place that this command was the one. The fingerprint is
  // keyed: nobody can make up a token that looks like it.
  const done = createHash('sha256').update(`done\n${commandId}\n${fingerprint}`).digest('base64url')
  const remember = (owner: string) => vault.saveResetToken(done, owner, now + REPEATABLE_MS)
  const repeated = await vault.takeResetToken(done, now)
  if (repeated) {
    await remember(repeated)
    return { userId: repeated, repeated: true }
  }
  const userId = await vault.takeResetToken(hashToken(token), now)
  if (!userId) return NO_LONGER_VALID
  const reused = await claim()
  if (reused) return reused
  const passwordHash = await hashPassword(password)
  const reset = await handle(
    store,
    account.stream(userId),
    account,
    async ({ registered }) => {
      if (!registered) return NO_LONGER_VALID
      await vault.setPassword(userId, passwordHash)
      const at = clock().toISOString()
      const changed = event('PasswordChanged', { userId, changedAt: at })
      // Whoever followed the link has the mailbox.
      return registered.unconfirmed ? [changed, event('AccountConfirmed', { userId, confirmedAt: at })] : [changed]
    },
    { commandId, fingerprint, actor: userId },
  )
  if (isRejection(reset)) return reset
  await remember(userId)
  return { userId, repeated: false }
}
