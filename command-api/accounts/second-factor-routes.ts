/** HTTP handlers that enrol, confirm and switch off the second factor. */

import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Handlers } from '#platform/http/api.ts'
import { loadAccount } from '../aggregates/account.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { AccountRateLimits } from './limits.ts'
import { type PasswordCheck, rateLimitKeysOf } from './password-routes.ts'
import {
  activateSecondFactor,
  beginSecondFactor,
  hasSecondFactor,
  redeemSecondFactorCode,
  WRONG_CODE_MESSAGE,
} from './second-factor.ts'
import { recordSecurityEntry, recordSecurityEntryLater } from './security-log.ts'
import { SIGN_IN_AGAIN_REJECTION, unsealUser } from './session.ts'

const wrongCode = (): Rejection => reject('bad-request', WRONG_CODE_MESSAGE, { code: WRONG_CODE_MESSAGE })

export function createSecondFactorHandlers(
  kernel: Kernel,
  limits: AccountRateLimits,
  checkPassword: PasswordCheck,
): Handlers {
  const { store, vault } = kernel
  return {
    async beginSecondFactor({ body, principal, address }) {
      const wrong = await checkPassword(principal, body.password, address)
      if (wrong) return wrong
      const registered = await loadAccount(store, principal.userId)
      if (!registered) return SIGN_IN_AGAIN_REJECTION
      const { employee_id, email } = await unsealUser(kernel, registered)
      const begun = await beginSecondFactor(kernel, principal.userId, employee_id ?? email)
      return begun ?? reject('conflict', msg`Two-step sign-in is already on.`)
    },

    async confirmSecondFactor({ body, principal, address }) {
      const { userId } = principal
      const tried = rateLimitKeysOf(principal, address)
      const tooMany = await limits.beforePassword(tried)
      if (tooMany) return tooMany
      const recoveryCodes = await activateSecondFactor(kernel, userId, body.code)
      if (!recoveryCodes) return wrongCode()
      await limits.rightPassword(tried)
      await recordSecurityEntry(kernel, 'second-factor-on', { userId, address })
      return { message: msg`Two-step sign-in is on.`, recoveryCodes }
    },

    async endSecondFactor({ body, principal, address }) {
      const { userId } = principal
      const wrong = await checkPassword(principal, body.password, address)
      if (wrong) return wrong
      if (!(await hasSecondFactor(kernel, userId))) return reject('conflict', msg`Two-step sign-in is already off.`)
      // Limits guesses of codes separately from guesses of passwords.
      // With a shared count, a correct password would reset the count of wrong codes.
      const tried = { account: `second factor of ${userId}`, address: 'anywhere' }
      const tooMany = await limits.beforePassword(tried)
      if (tooMany) return tooMany
      if (!(await redeemSecondFactorCode(kernel, userId, body.code))) {
        recordSecurityEntryLater(kernel, 'refused', { userId, address })
        return wrongCode()
      }
      await limits.rightPassword(tried)
      await vault.dropSecondFactor(userId)
      await recordSecurityEntry(kernel, 'second-factor-off', { userId, address })
      return { message: msg`Two-step sign-in is off.` }
    },
  }
}
