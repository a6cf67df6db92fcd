/** The passwords' commands at the door: change, forgot, reset. */
import { type Rejection, reject } from '#contract/problems.ts'
import { verifyPassword } from '#platform/auth/passwords.ts'
import type { Handlers } from '#platform/http/api.ts'
import { isRejection } from '../kernel/decider.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { changePassword, hasJustChanged } from './change-password.ts'
import { normalIdentifier } from './identity.ts'
import type { Limits } from './limits.ts'
import { loadAccount } from './load.ts'
import type { ResetLinks } from './reset-links.ts'
import { resetPassword } from './reset-password.ts'
import { openSession } from './session.ts'

/** The same whether there is such an account or not. */
const LINK_SENT = 'If there is an account with this email or employee ID, we have sent a link to its email address.'

export function passwordRoutes(kernel: Kernel, limits: Limits, links: ResetLinks): Handlers {
  const { store, vault, clock } = kernel
  return {
    async changePassword({ body, principal: { userId, ended }, commandId, fingerprint, address }) {
      const refused = await limits.beforePassword(userId, address)
      if (refused) return refused
      const envelope = { commandId, fingerprint, actor: userId }
      if (ended && !(await hasJustChanged(kernel, body.newPassword, envelope)))
        return reject('unauthenticated', 'Please sign in.')
      const changed = await changePassword(kernel, { userId, ...body }, envelope)
      if (isRejection(changed)) return changed
      // A repetition may come when the password has long been another one: it gets what signing in would get.
      const { passwordHash } = (await vault.credentials(userId)) ?? {}
      if (!(await verifyPassword(passwordHash, body.newPassword)))
        return reject('unauthenticated', 'Please sign in again.')
      await limits.rightPassword(userId, address)
      const account = await loadAccount(store, userId)
      if (!account) return reject('unauthenticated', 'Please sign in again.')
      const { token } = await openSession(kernel, account, clock().getTime())
      return { message: 'Password changed', token, position: String(changed.position) }
    },

    async forgotPassword({ body, address, claim }) {
      const identifier = normalIdentifier(body.identifier)
      const refused = (await limits.resetLink(identifier, address)) ?? (await claim())
      if (refused) return refused
      links.begin(identifier)
      return { message: LINK_SENT }
    },

    async resetPassword({ body, commandId, fingerprint, claim }) {
      const reset = await resetPassword(kernel, body, { commandId, fingerprint, claim })
      return isRejection(reset) ? reset : { message: 'Your password was changed. Please sign in with it.' }
    },
  }
}

/** Checks the password of somebody who is signed in, as often as signing in may be tried. Undefined when it is right. */
export function createPasswordCheck({ vault }: Kernel, limits: Limits) {
  return async (userId: string, password: string, address: string): Promise<Rejection | undefined> => {
    const refused = await limits.beforePassword(userId, address)
    if (refused) return refused
    const credentials = await vault.credentials(userId)
    if (!(await verifyPassword(credentials?.passwordHash, password)))
      return reject('unauthenticated', 'Invalid password')
    await limits.rightPassword(userId, address)
    return undefined
  }
}
