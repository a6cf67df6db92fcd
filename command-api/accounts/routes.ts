/** The accounts' commands at the door: sign-up, sign-in, settings, deletion; passwords and staff lie beside. */
import { reject } from '#contract/problems.ts'
import type { SendSystemCommand } from '#contract/system-commands.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { isRejection } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Account, account, accountStream } from './account.ts'
import { createBlockedNotice } from './blocked-notice.ts'
import { deleteAccount } from './delete-account.ts'
import { normalIdentifier } from './identity.ts'
import { createLimits } from './limits.ts'
import { loadAccountState } from './load.ts'
import { createPasswordCheck, passwordRoutes } from './password-routes.ts'
import { register, userIdOf } from './register.ts'
import { createResetLinks } from './reset-links.ts'
import { saveSettings } from './save-settings.ts'
import { authenticate, openSession } from './session.ts'
import { recordSignIn } from './sign-ins.ts'
import { staffRoutes } from './staff-routes.ts'

export interface Outside {
  mail: Mail
  /** Where the web app is, without a slash at the end. */
  publicUrl: string
  send: SendSystemCommand
}

export function accountRoutes(kernel: Kernel, { mail, publicUrl, send }: Outside): Handlers {
  const { store, clock } = kernel
  const limits = createLimits()
  const tellOwner = createBlockedNotice(kernel, limits, send)
  const checkPassword = createPasswordCheck(kernel, limits)

  return {
    async signUp({ body, commandId, fingerprint, address, claim }) {
      const refused = (await limits.signUp(address)) ?? (await claim())
      if (refused) return refused
      const userId = userIdOf(commandId)
      const repeated = (await loadAccountState(store, userId)).status !== 'unknown'
      const registered = await register(kernel, { ...body, userId }, { commandId, fingerprint, actor: userId })
      if (isRejection(registered)) return registered
      const account = registered.state.registered
      if (!account) return reject('conflict', 'Email already registered')
      // Whatever became of the account since: a repetition gets what signing in would get.
      const wrong = repeated && (await checkPassword(userId, body.password, address))
      if (wrong) return wrong
      const session = await openSession(kernel, account, clock().getTime())
      return { ...session, position: String(registered.position) }
    },

    async signIn({ body, address, commandId, fingerprint, claim }) {
      const identifier = normalIdentifier(body.email || body.employee_id || '')
      const tooMany = await limits.signIn(address)
      if (tooMany) return tooMany
      const refused = await limits.beforePassword(identifier, address)
      if (refused) {
        tellOwner(identifier)
        return refused
      }
      const account = await authenticate(kernel, identifier, body.password)
      if (isRejection(account)) return account
      await Promise.all([limits.rightPassword(identifier, address), limits.signedIn(address)])
      const unrecorded = (await claim()) ?? (await recordSignIn(kernel, account, { commandId, fingerprint }))
      return unrecorded ?? openSession(kernel, account, clock().getTime())
    },

    async saveSettings({ body: settings, principal: { userId }, commandId, fingerprint }) {
      const envelope = { commandId, fingerprint, actor: userId }
      const decide = (state: Account) => saveSettings({ userId, settings }, state, clock())
      const saved = await handle(store, accountStream(userId), account, decide, envelope)
      if (isRejection(saved)) return saved
      return { settings: saved.state.settings ?? settings, position: String(saved.position) }
    },

    async deleteAccount({ params, body, principal, commandId, fingerprint, address }) {
      if (principal.role !== 'resident') return reject('forbidden', 'Only residents can delete their accounts')
      if (params.id !== principal.userId) return reject('forbidden', 'You can only delete your own account.')
      const wrong = await checkPassword(principal.userId, body.password, address)
      if (wrong) return wrong
      const erased = await deleteAccount(kernel, principal.userId, { commandId, fingerprint, actor: principal.userId })
      if (isRejection(erased)) return erased
      return { message: 'Your account was deleted', position: String(erased.position) }
    },

    ...passwordRoutes(kernel, limits, createResetLinks(kernel, { mail, publicUrl })),
    ...staffRoutes(kernel),
  }
}
