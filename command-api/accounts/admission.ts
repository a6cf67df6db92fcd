/** Checks sign-in attempts: first rate limits, then the password, then the second factor. */
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import type { InternalCommandSender } from '#contract/internal-commands.ts'
import { msg } from '#contract/languages/message.ts'
import type { RegisteredAccount } from '../aggregates/account.ts'
import { normalizeIdentifier } from '../aggregates/identity.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { findDeviceTokenOfAccount } from './devices.ts'
import type { AccountRateLimits, PasswordAttempt } from './limits.ts'
import { hasSecondFactor, redeemSecondFactorCode, WRONG_CODE_MESSAGE } from './second-factor.ts'
import { recordSecurityEntry, recordSecurityEntryLater } from './security-log.ts'
import { type AuthenticatedAccount, authenticate, findAccountByIdentifier } from './session.ts'

/**
 * Notifies the account's owner when sign-in becomes blocked, once per block.
 * Returns before it has notified, so that the response time does not reveal whether the account exists.
 */
function createBlockedNotice(kernel: Kernel, limits: AccountRateLimits, send: InternalCommandSender) {
  async function tell({ account, address }: PasswordAttempt, owner: RegisteredAccount | undefined): Promise<void> {
    if (!(await limits.isNewlyBlocked(account))) return
    await recordSecurityEntry(kernel, 'locked', { userId: owner?.userId, address })
    if (!owner) return
    const { userId, role } = owner
    const notificationId = `security-${userId}-${kernel.clock().getTime()}`
    const text = { kind: 'sign-in-paused', values: {} } as const
    const command = { userId, audience: role, kind: 'security', text } as const
    await send(notificationId, { type: 'NotifyPerson', notificationId, ...command })
  }

  return (tried: PasswordAttempt, owner: RegisteredAccount | undefined): void => {
    tell(tried, owner).catch((error) =>
      kernel.log.error({ err: error }, 'an owner could not be told of failed sign-ins'),
    )
  }
}

interface Attempt {
  identifier: string
  password: string
  /** Code of the second factor, if the person entered one. */
  code?: string | undefined
  /** Tokens that mark this device as known, from earlier sign-ins. */
  devices?: readonly string[] | undefined
  address: string
}

/** Returns the account if the person may sign in, otherwise the refusal. */
export type SignInCheck = (attempt: Attempt) => Promise<AuthenticatedAccount | Rejection>

const CODE_WANTED = msg`Enter the code of your authenticator app`
const codeWanted = reject('unauthenticated', CODE_WANTED, { code: CODE_WANTED }, 'code-wanted')

export function createSignInCheck(kernel: Kernel, limits: AccountRateLimits, send: InternalCommandSender): SignInCheck {
  const { keys, clock } = kernel
  const tellOwner = createBlockedNotice(kernel, limits, send)

  return async ({ identifier: typed, password, code, devices, address }) => {
    const identifier = normalizeIdentifier(typed)
    const found = await findAccountByIdentifier(kernel, identifier)
    const known = findDeviceTokenOfAccount(keys.devices, found?.userId ?? identifier, devices, clock().getTime())
    const tooMany = known ? undefined : await limits.signIn(address)
    if (tooMany) return tooMany
    // Counts attempts by user: email and employee id share one limit.
    const tried: PasswordAttempt = { account: found?.userId ?? identifier, address, known }
    const locked = await limits.beforePassword(tried)
    if (locked) {
      tellOwner(tried, found)
      return locked
    }
    const account = await authenticate(kernel, found, identifier, password)
    const refused = isRejection(account) ? account : await refuseCode(account, code)
    if (refused) {
      if (refused.reason !== 'code-wanted')
        recordSecurityEntryLater(kernel, 'refused', { userId: found?.userId, address })
      return refused
    }
    await Promise.all([limits.rightPassword(tried), known ? undefined : limits.signedIn(address)])
    return account
  }

  /**
   * Requires the code of the second factor, if the account has one.
   * Runs after the password check, so that strangers cannot learn which accounts have a second factor.
   */
  async function refuseCode({ userId }: RegisteredAccount, code: string | undefined): Promise<Rejection | undefined> {
    if (!(await hasSecondFactor(kernel, userId))) return undefined
    if (!code) return codeWanted
    return (await redeemSecondFactorCode(kernel, userId, code))
      ? undefined
      : reject('unauthenticated', WRONG_CODE_MESSAGE, { code: WRONG_CODE_MESSAGE })
  }
}
