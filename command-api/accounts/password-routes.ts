/** HTTP handlers of passwords: change, forgot, reset. */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { verifyPassword } from '#platform/auth/passwords.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { Handlers } from '#platform/http/api.ts'
import { accountAggregate, loadAccount } from '../aggregates/account.ts'
import { normalizeIdentifier } from '../aggregates/identity.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasCommand } from '../kernel/load.ts'
import { changePassword, isPasswordChangeRetry } from './change-password.ts'
import { findValidDeviceToken } from './devices.ts'
import type { AccountRateLimits } from './limits.ts'
import type { AccountNoticeSender } from './mail.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'
import type { ResetLinks } from './reset-links.ts'
import { resetPassword } from './reset-password.ts'
import { hasSecondFactor } from './second-factor.ts'
import { recordSecurityEntry } from './security-log.ts'
import { openSession, SIGN_IN_AGAIN_REJECTION } from './session.ts'

/** Text for every request, whether or not the account exists, so that it reveals nothing. */
const LINK_SENT = msg`If there is an account with this email or employee ID, we have sent a link to its email address.`

/**
 * Returns the rate-limit keys of a signed-in person.
 * The key includes the session, so attempts by outsiders do not count.
 */
export const rateLimitKeysOf = ({ userId, sessionId }: Principal, address: string) => ({
  account: userId,
  address,
  known: `session ${sessionId}`,
})

export function createPasswordHandlers(
  kernel: Kernel,
  limits: AccountRateLimits,
  links: ResetLinks,
  tell: AccountNoticeSender,
): Handlers {
  const { store, vault, clock } = kernel

  /** Returns the current session version if `password` is the person's current password. */
  async function versionOf(userId: string, password: string): Promise<number | undefined> {
    const { passwordHash, sessionVersion } = (await vault.credentials(userId)) ?? {}
    return (await verifyPassword(passwordHash, password)) ? sessionVersion : undefined
  }

  return {
    async changePassword({ body, principal, envelope, address, userAgent }) {
      const { userId, ended } = principal
      const common = await refuseCommonPassword(body.newPassword, 'newPassword')
      if (common) return common
      const tried = rateLimitKeysOf(principal, address)
      const refused = await limits.beforePassword(tried)
      if (refused) return refused
      if (ended && !(await isPasswordChangeRetry(kernel, body.newPassword, envelope)))
        return reject('unauthenticated', msg`Please sign in.`)
      const repeated = await hasCommand(store, accountAggregate.stream(userId), envelope.commandId)
      const changed = await changePassword(kernel, { userId, ...body }, envelope)
      if (isRejection(changed)) return changed
      // The password may have been reset after the command's first attempt.
      // A repeated command therefore needs the checks of a sign-in.
      const sessionVersion = await versionOf(userId, body.newPassword)
      if (sessionVersion === undefined || (repeated && (await hasSecondFactor(kernel, userId))))
        return SIGN_IN_AGAIN_REJECTION
      await limits.rightPassword(tried)
      const registered = await loadAccount(store, userId)
      if (!registered) return SIGN_IN_AGAIN_REJECTION
      if (!repeated) {
        await recordSecurityEntry(kernel, 'password-changed', { userId, address })
        tell(registered)
      }
      const session = await openSession(kernel, { ...registered, sessionVersion }, userAgent)
      if (isRejection(session)) return session
      return { message: msg`Password changed`, token: session.token, position: changed.position }
    },

    async forgotPassword({ body, address, claim, locale }) {
      const identifier = normalizeIdentifier(body.identifier)
      const known = findValidDeviceToken(kernel.keys.devices, body.devices, clock().getTime())
      const refused = (await limits.resetLink(identifier, address, known)) ?? (await claim())
      if (refused) return refused
      links.begin(identifier, { devices: body.devices, locale })
      return { message: LINK_SENT }
    },

    async resetPassword({ body, envelope, claim, address }) {
      const common = await refuseCommonPassword(body.password, 'password')
      if (common) return common
      const reset = await resetPassword(kernel, body, { envelope, claim })
      if (isRejection(reset)) return reset
      const registered = reset.repeated ? undefined : await loadAccount(store, reset.userId)
      if (registered) {
        await recordSecurityEntry(kernel, 'password-reset', { userId: reset.userId, address })
        tell(registered)
      }
      return { message: msg`Your password was changed. Please sign in with it.` }
    },
  }
}

/**
 * Checks a signed-in person's password and counts the attempt in the limits of sign-in.
 * Returns undefined if the password is correct.
 */
export type PasswordCheck = (principal: Principal, password: string, address: string) => Promise<Rejection | undefined>

export function createPasswordCheck({ vault }: Kernel, limits: AccountRateLimits): PasswordCheck {
  return async (principal, password, address) => {
    const tried = rateLimitKeysOf(principal, address)
    const refused = await limits.beforePassword(tried)
    if (refused) return refused
    const credentials = await vault.credentials(principal.userId)
    if (!(await verifyPassword(credentials?.passwordHash, password)))
      return reject('unauthenticated', msg`Invalid password`)
    await limits.rightPassword(tried)
    return undefined
  }
}
