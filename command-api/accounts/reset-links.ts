/** ForgotPassword: mails a one-time link to the owner after the response. */

import { randomInt } from 'node:crypto'
import type { TextLocale } from '#contract/languages/locales.ts'
import { msg, type Translator } from '#contract/languages/message.ts'
import type { MailMessage } from '#platform/mail/mail.ts'
import type { RegisteredAccount } from '../aggregates/account.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { findDeviceTokenOfAccount } from './devices.ts'
import type { AccountRateLimits } from './limits.ts'
import {
  type BackgroundMail,
  createRandomToken,
  hashToken,
  loadTranslatorForUser,
  renderMail,
  unsealMailRecipient,
} from './mail.ts'
import { findAccountByIdentifier } from './session.ts'

/** Sender of the request for a reset link. */
interface AskedFrom {
  locale: TextLocale
  devices?: readonly string[] | undefined
}

export interface ResetLinks {
  /**
   * Mails the link after a random delay; returns immediately.
   * No response waits for it, so timing reveals nothing.
   */
  begin(identifier: string, asked: AskedFrom): void
}

const RESET_LINK_MINUTES = 30
/**
 * Random delay before the reset mail, in ms.
 * Without it, the vault's writes delayed the caller's next request by 2 ms.
 */
const BEGIN_BETWEEN_MS = [100, 600] as const

/**
 * Creates the sender of reset links.
 * `publicUrl` has no trailing slash.
 */
export function createResetLinks(
  kernel: Kernel,
  limits: AccountRateLimits,
  later: BackgroundMail,
  publicUrl: string,
): ResetLinks {
  async function compose(identifier: string, { devices, locale }: AskedFrom) {
    const registered = await findAccountByIdentifier(kernel, identifier)
    if (registered && !(await mayBeMailed(registered, devices))) return undefined
    const person = registered && (await unsealMailRecipient(kernel, registered))
    if (!registered || !person) return undefined
    const token = createRandomToken()
    const expiresAt = kernel.clock().getTime() + RESET_LINK_MINUTES * 60_000
    await kernel.vault.saveLink('reset', hashToken(token), registered.userId, expiresAt)
    const link = `${publicUrl}/reset-password?token=${token}`
    const translate = await loadTranslatorForUser(kernel, registered.userId, locale)
    return renderResetMail({ to: person.email, name: person.name, link, translate })
  }

  async function mayBeMailed({ userId }: RegisteredAccount, devices: readonly string[] | undefined): Promise<boolean> {
    const known = findDeviceTokenOfAccount(kernel.keys.devices, userId, devices, kernel.clock().getTime())
    return limits.mailsLink(userId, known)
  }

  return {
    begin: (identifier, asked) => later.begin(() => compose(identifier, asked), randomInt(...BEGIN_BETWEEN_MS)),
  }
}

interface ResetMail {
  to: string
  name: string
  link: string
  translate: Translator
}

/** Returns the mail with the link that sets a new password. */
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
