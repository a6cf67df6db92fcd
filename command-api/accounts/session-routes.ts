/**
 * HTTP handlers of sessions: sign out, end one, end all others.
 * The security entry disconnects open feeds.
 */
import { reject } from '#contract/door/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { keepNote } from './security-log.ts'

export function sessionRoutes(kernel: Kernel): Handlers {
  const { vault } = kernel
  return {
    async signOut({ principal: { userId, sessionId }, address }) {
      await vault.endSession(userId, sessionId)
      await keepNote(kernel, 'signed-out', { userId, address })
      return { message: 'You are signed out.' }
    },

    async endSession({ params, principal: { userId }, address }) {
      if (!(await vault.endSession(userId, params.id))) return reject('not-found', 'This session has ended already.')
      await keepNote(kernel, 'sessions-ended', { userId, address })
      return { message: 'The session was ended.' }
    },

    async endOtherSessions({ principal: { userId, sessionId }, address }) {
      const ended = await vault.endOtherSessions(userId, sessionId)
      if (ended.length > 0) await keepNote(kernel, 'sessions-ended', { userId, address })
      return { message: 'All other sessions were ended.', ended: ended.length }
    },
  }
}
