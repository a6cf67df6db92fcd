/** The mail to somebody whose second factor an admin took off: if they had not asked for it, they learn of it at once. */
import type { Kernel } from '../kernel/kernel.ts'
import type { Registered } from '../streams/account.ts'
import { addressee, type LaterMail } from './later-mail.ts'
import { mailText } from './mail-text.ts'

/** Returns at once. */
export type SecondFactorNotice = (account: Registered) => void

/** `publicUrl`: where the web app is, without a slash at the end. */
export function createSecondFactorNotice(kernel: Kernel, later: LaterMail, publicUrl: string): SecondFactorNotice {
  return (account) =>
    later.begin(async () => {
      const person = await addressee(kernel, account)
      if (!person) return undefined
      return mailText({
        to: person.email,
        name: person.name,
        subject: 'Your WasteSense second factor was removed',
        before: [
          'An admin removed the second factor of your WasteSense account just now, and all your sessions were ended.',
          'Sign in with your password, and set up a new one in your settings.',
          'If you did not ask for it, tell your admin, and set a new password at once:',
        ],
        link: { label: 'Set a new password', url: `${publicUrl}/forgot-password` },
        after: [],
      })
    })
}
