/** The mail with the link that sets a new password. */
import type { Message } from '#platform/mail/mail.ts'
import { mailText } from './mail-text.ts'

export const LINK_MINUTES = 30

export const resetMail = ({ to, name, link }: { to: string; name: string; link: string }): Message =>
  mailText({
    to,
    name,
    subject: 'Set a new WasteSense password',
    before: [
      'Someone asked for a new password for your WasteSense account.',
      `Set it here within ${LINK_MINUTES} minutes; the link works once:`,
    ],
    link: { label: 'Set a new password', url: link },
    after: ['If it was not you, ignore this mail. Your password stays the same.'],
  })
