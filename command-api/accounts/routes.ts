/**
 * HTTP handlers of accounts: sign-up, sign-in, settings, deletion.
 * Passwords and staff have files of their own.
 */
import { isRejection, reject } from '#contract/door/problems.ts'
import type { SendSystemCommand } from '#contract/system-commands.ts'
import type { Handlers } from '#platform/http/api.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Account, account } from '../streams/account.ts'
import { loadAccountState } from '../streams/load-account.ts'
import { createAccountNotice, PASSWORD_CHANGED, SECOND_FACTOR_DROPPED } from './account-notice.ts'
import { createAdmission } from './admission.ts'
import { changeProfile } from './change-profile.ts'
import { refuseCommon } from './common-passwords.ts'
import { createConfirmationLinks } from './confirm-email.ts'
import { confirmRoutes } from './confirm-routes.ts'
import { deleteAccount } from './delete-account.ts'
import type { LaterMail } from './later-mail.ts'
import { createLimits } from './limits.ts'
import { chooseZone } from './move-resident.ts'
import { openPersonRoutes } from './open-person.ts'
import { createPasswordCheck, passwordRoutes } from './password-routes.ts'
import { register, userIdOf } from './register.ts'
import { createResetLinks } from './reset-links.ts'
import { saveSettings } from './save-settings.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { noteLater } from './security-log.ts'
import { openSession } from './session.ts'
import { sessionRoutes } from './session-routes.ts'
import { recordSignIn } from './sign-ins.ts'
import { staffRoutes } from './staff-routes.ts'

export interface Outside {
  later: LaterMail
  /** URL of the web app without a trailing slash. */
  publicUrl: string
  send: SendSystemCommand
}

export function accountRoutes(kernel: Kernel, { later, publicUrl, send }: Outside): Handlers {
  const { store, clock } = kernel
  const limits = createLimits(kernel.limiters)
  const admit = createAdmission(kernel, limits, send)
  const checkPassword = createPasswordCheck(kernel, limits)
  const confirmation = createConfirmationLinks(kernel, later, publicUrl)
  const resetLinks = createResetLinks(kernel, limits, later, publicUrl)

  return {
    async signUp({ body, envelope, address, userAgent, claim }) {
      const common = await refuseCommon(body.password, 'password')
      const refused = common ?? (await limits.signUp(address)) ?? (await claim())
      if (refused) return refused
      const userId = userIdOf(envelope.commandId)
      const repeated = (await loadAccountState(store, userId)).status !== 'unknown'
      const command = { ...body, userId, unconfirmed: true as const }
      const registered = await register(kernel, command, { ...envelope, actor: userId })
      if (isRejection(registered)) return registered
      // The account may have changed since: a repetition gets what a sign-in would get.
      const account = repeated
        ? await admit({ identifier: body.email, password: body.password, address })
        : registered.state.registered
      if (!account) return reject('conflict', 'Email already registered')
      if (isRejection(account)) return account
      if (account.userId !== userId) return reject('unauthenticated', 'Please sign in.')
      if (!repeated) confirmation.begin(userId)
      return { ...(await openSession(kernel, account, userAgent)), position: registered.position }
    },

    async signIn({ body, address, userAgent, envelope, claim }) {
      const { email, employee_id, password, code, devices } = body
      const account = await admit({ identifier: email || employee_id || '', password, code, devices, address })
      if (isRejection(account)) return account
      const unrecorded = (await claim()) ?? (await recordSignIn(kernel, account, envelope))
      if (unrecorded) return unrecorded
      noteLater(kernel, 'signed-in', { userId: account.userId, address })
      return openSession(kernel, account, userAgent)
    },

    async saveSettings({ body: settings, principal: { userId }, envelope }) {
      const decide = (state: Account) => saveSettings({ userId, settings }, state, clock())
      const saved = await handle(store, account.stream(userId), account, decide, envelope)
      if (isRejection(saved)) return saved
      return { settings: saved.state.settings ?? settings, position: saved.position }
    },

    changeProfile: ({ body, principal: { userId }, envelope }) => changeProfile(kernel, { userId, ...body }, envelope),

    async chooseZone({ body: { zone }, principal: { userId, ended }, envelope }) {
      const chosen = await chooseZone(kernel, { userId, zone, ended }, envelope)
      if (isRejection(chosen)) return chosen
      return { message: `You live in ${zone} now. Please sign in again.`, position: chosen.position }
    },

    async deleteAccount({ params, body, principal, envelope, address }) {
      if (principal.role !== 'resident') return reject('forbidden', 'Only residents can delete their accounts')
      if (params.id !== principal.userId) return reject('forbidden', 'You can only delete your own account.')
      const wrong = await checkPassword(principal, body.password, address)
      if (wrong) return wrong
      const erased = await deleteAccount(kernel, principal.userId, envelope)
      if (isRejection(erased)) return erased
      return { message: 'Your account was deleted', position: erased.position }
    },

    ...passwordRoutes(kernel, limits, resetLinks, createAccountNotice(kernel, later, publicUrl, PASSWORD_CHANGED)),
    ...openPersonRoutes(kernel),
    ...confirmRoutes(kernel, limits, confirmation),
    ...sessionRoutes(kernel),
    ...secondFactorRoutes(kernel, limits, checkPassword),
    ...staffRoutes(kernel, createAccountNotice(kernel, later, publicUrl, SECOND_FACTOR_DROPPED)),
  }
}
