/** The mail to the owner of an account whose password was changed: if it was not them, they learn of it at once. */
import type { Kernel } from '../kernel/kernel.ts'
import type { Registered } from '../streams/account.ts'
import { addressee, type LaterMail } from './later-mail.ts'
import { mailText } from './mail-text.ts'

/** Returns at once. */
export type PasswordNotice = (account: Registered) => void

/** `publicUrl`: where the web app is, without a slash at the end. */
export function createPasswordNotice(kernel: Kernel, later: LaterMail, publicUrl: string): PasswordNotice {
  return (account) =>
    later.begin(async () => {
      const person = await addressee(kernel, account)
      if (!person) return undefined
      return mailText({
        to: person.email,
        name: person.name,
        subject: 'Your WasteSense password was changed',
        before: [
          'The password of your WasteSense account was changed just now, and all other sessions were ended.',
          'If it was you, there is nothing to do. If not, set a new one at once:',
        ],
        link: { label: 'Set a new password', url: `${publicUrl}/forgot-password` },
        after: [],
      })
    })
}
