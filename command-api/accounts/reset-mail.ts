/** The mail with the link that sets a new password. */
import { msg, type Translate } from '#contract/languages/message.ts'
import type { MailMessage } from '#platform/mail/mail.ts'
import { renderMail } from './mail-text.ts'

export const RESET_LINK_MINUTES = 30

interface ResetMail {
  to: string
  name: string
  link: string
  translate: Translate
}

export const renderResetMail = ({ to, name, link, translate }: ResetMail): MailMessage =>
  renderMail(
    {
      to,
      name,
      subject: msg`Set a new WasteSense password`,
      before: [
        msg`Someone asked to set a new password for your WasteSense account.`,
        msg`Set the new password here within ${{ minutes: RESET_LINK_MINUTES }} minutes. The link works once:`,
      ],
      link: { label: msg`Set a new password`, url: link },
      after: [msg`If it was not you, ignore this email. Your password stays the same.`],
    },
    translate,
  )
