/** HTTP handlers of email confirmation. */
import { isRejection, reject } from '#contract/door/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadAccount } from '../streams/load-account.ts'
import { type ConfirmationLinks, confirmByLink } from './confirm-email.ts'
import type { Limits } from './limits.ts'

export function confirmRoutes(kernel: Kernel, limits: Limits, links: ConfirmationLinks): Handlers {
  return {
    async confirmEmail({ body, envelope, claim }) {
      const confirmed = await confirmByLink(kernel, body.token, { envelope, claim })
      if (isRejection(confirmed)) return confirmed
      return { message: 'Your email is confirmed.', position: confirmed.position }
    },

    async resendConfirmation({ principal: { userId } }) {
      const registered = await loadAccount(kernel.store, userId)
      if (!registered?.unconfirmed) return { message: 'Your email is confirmed already.' }
      if (!(await limits.mailsLink(`confirmation of ${userId}`)))
        return reject(
          'too-many',
          'We have sent you several links by now. Look into your mail, or try again in 30 minutes.',
        )
      links.begin(userId)
      return { message: 'We have sent you a link. It works once, within 7 days.' }
    },
  }
}
