/** Mails account owners after a change of their account, in case someone else made it. */

import { type Message, msg } from '#contract/languages/message.ts'
import type { RegisteredAccount } from '../aggregates/account.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type BackgroundMail, loadTranslatorForUser, unsealMailRecipient } from './background-mail.ts'
import { renderMail } from './mail-text.ts'

/** Returns immediately; the mail is sent in the background. */
export type SendAccountNotice = (account: RegisteredAccount) => void

interface NoticeTexts {
  subject: Message
  /** Paragraphs of the mail before its link to set a new password. */
  before: Message[]
}

export const PASSWORD_CHANGED_NOTICE: NoticeTexts = {
  subject: msg`Your WasteSense password was changed`,
  before: [
    msg`The password of your WasteSense account was changed just now, and all other sessions were ended.`,
    msg`If it was you, you need not do anything. If not, set a new password at once:`,
  ],
}

export const SECOND_FACTOR_REMOVED_NOTICE: NoticeTexts = {
  subject: msg`Your WasteSense two-step sign-in was removed`,
  before: [
    msg`An admin removed two-step sign-in from your WasteSense account just now, and you were signed out everywhere.`,
    msg`Sign in with your password, then set up two-step sign-in again in your settings.`,
    msg`If you did not ask for this, tell your admin and set a new password at once:`,
  ],
}

/** `publicUrl` is the web app's URL without a trailing slash. */
export function createAccountNotice(
  kernel: Kernel,
  later: BackgroundMail,
  publicUrl: string,
  words: NoticeTexts,
): SendAccountNotice {
  return (account) =>
    later.begin(async () => {
      const person = await unsealMailRecipient(kernel, account)
      if (!person) return undefined
      const link = { label: msg`Set a new password`, url: `${publicUrl}/forgot-password` }
      const translate = await loadTranslatorForUser(kernel, account.userId)
      return renderMail({ to: person.email, name: person.name, ...words, link, after: [] }, translate)
    })
}
