/** The accounts' commands at the door: sign-up, sign-in, password change, deletion. */
import { createHash } from 'node:crypto'
import { type Rejection, reject } from '#contract/problems.ts'
import { verifyPassword } from '#platform/auth/passwords.ts'
import type { Handlers } from '#platform/http/api.ts'
import { isRejection } from '../kernel/decider.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { changePassword } from './change-password.ts'
import { deleteAccount } from './delete-account.ts'
import { normalIdentifier } from './identity.ts'
import { createLimits } from './limits.ts'
import { register } from './register.ts'
import { authenticate, loadAccount, openSession } from './session.ts'

/** A user's id, made from the command that registers them: a repeated sign-up is the same person. */
export const userIdOf = (commandId: string) => `u${createHash('sha256').update(commandId).digest('hex').slice(0, 20)}`

export function accountRoutes(kernel: Kernel): Handlers {
  const { store, vault, clock } = kernel
  const limits = createLimits()

  return {
    async signUp({ body, commandId, fingerprint, address }) {
      const refused = await limits.signUp(address)
      if (refused) return refused
      const userId = userIdOf(commandId)
      const registered = await register(kernel, { ...body, userId }, { commandId, fingerprint, actor: userId })
      if (isRejection(registered)) return registered
      const account = registered.state.registered
      if (!account) return reject('conflict', 'Email already registered')
      const session = await openSession(kernel, account, Date.parse(account.registeredAt))
      return { ...session, position: String(registered.position) }
    },

    async signIn({ body, address }) {
      const identifier = normalIdentifier(body.email || body.employee_id || '')
      const refused = await limits.beforeSignIn(identifier, address)
      if (refused) return refused
      const account = await authenticate(kernel, identifier, body.password)
      if (isRejection(account)) return account
      await limits.succeededSignIn(identifier, address)
      return openSession(kernel, account, clock().getTime())
    },

    async changePassword({ body, principal, commandId, fingerprint }) {
      const envelope = { commandId, fingerprint, actor: principal.userId }
      const changed = await changePassword(kernel, { userId: principal.userId, ...body }, envelope)
      if (isRejection(changed)) return changed
      const account = await loadAccount(store, principal.userId)
      if (!account) return reject('unauthenticated', 'Please sign in again.')
      const { token } = await openSession(kernel, account, clock().getTime())
      return { message: 'Password changed', token, position: String(changed.position) }
    },

    async deleteAccount({ params, body, principal, commandId, fingerprint }) {
      if (principal.role !== 'resident') return reject('forbidden', 'Only residents can delete their accounts')
      if (params.id !== principal.userId) return reject('forbidden', 'You can only delete your own account.')
      const wrong = await wrongPassword(principal.userId, body.password)
      if (wrong) return wrong
      const erased = await deleteAccount(kernel, principal.userId, { commandId, fingerprint, actor: principal.userId })
      if (isRejection(erased)) return erased
      return { message: 'Your account was deleted', position: String(erased.position) }
    },
  }

  async function wrongPassword(userId: string, password: string): Promise<Rejection | undefined> {
    const credentials = await vault.credentials(userId)
    const correct = await verifyPassword(credentials?.passwordHash, password)
    return correct ? undefined : reject('unauthenticated', 'Invalid password')
  }
}
