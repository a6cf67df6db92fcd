/** MailDigest: sends a digest notification also by mail, unless it is old, unwanted, or its reader is erased. */

import type { EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { NOTIFICATION_MAX_AGE_MS } from '#contract/internal-commands.ts'
import { msg } from '#contract/languages/message.ts'
import { dateTimeValue } from '#contract/languages/values.ts'
import { DigestFigures } from '#contract/notifications/digests.ts'
import {
  type NotificationRenderContext,
  renderDigestLines,
  renderNotification,
} from '#contract/notifications/messages.ts'
import { wantsNotification } from '#contract/notifications/notifications.ts'
import type { MailMessage, MailSender } from '#platform/mail/mail.ts'
import { unsealMailRecipient } from '../accounts/background-mail.ts'
import { renderMail } from '../accounts/mail-text.ts'
import { languageOf } from '../aggregates/account.ts'
import { loadAccountState } from '../aggregates/load-account.ts'
import { notification } from '../aggregates/notification.ts'
import { createEvent } from '../kernel/decider.ts'
import { createPolicyEnvelope, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { loadNotificationContext } from '../notifications/reader.ts'

export interface DigestMailOptions {
  mail: Pick<MailSender, 'send'>
  publicUrl: string
}

/**
 * Mails a digest and records it.
 * Rejects if sending fails; the job is then retried for a day, because the address may be invalid.
 * After a crash between the mail and its event, the mail is sent twice.
 */
export async function mailDigest(
  kernel: Kernel,
  { mail, publicUrl }: DigestMailOptions,
  notificationId: string,
  commandId: string,
): Promise<void> {
  const { store, clock } = kernel
  const { sent, mailed } = await loadState(store, notification.stream(notificationId), notification)
  if (!sent?.userId || mailed || clock().getTime() - Date.parse(sent.sentAt) > NOTIFICATION_MAX_AGE_MS) return
  const account = await loadAccountState(store, sent.userId)
  const { status, registered, settings } = account
  if (status !== 'active' || !registered || !wantsNotification(registered.role, settings, sent.kind)) return
  const person = await unsealMailRecipient(kernel, registered)
  if (!person) return
  const to = { to: person.email, name: person.name }
  const reader = await loadNotificationContext(await kernel.rows.upToNow('configuration'), languageOf(account))
  await mail.send(digestMail({ ...to, sent, reader, publicUrl }))
  const done = [createEvent('NotificationMailed', { notificationId, mailedAt: clock().toISOString() })]
  const decide = (state: { mailed: boolean }) => (state.mailed ? [] : done)
  const handled = await handle(
    store,
    notification.stream(notificationId),
    notification,
    decide,
    createPolicyEnvelope(commandId),
  )
  if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
}

interface DigestMail {
  to: string
  name: string
  /** The notification with the digest. */
  sent: EventData<'NotificationSent'>
  reader: NotificationRenderContext
  /** URL of the web app. */
  publicUrl: string
}

/** Returns the mail with a digest: its period, one figure per line, and how to unsubscribe. */
function digestMail({ to, name, sent, reader, publicUrl }: DigestMail): MailMessage {
  const { text, audience, metadata } = sent
  const { title } = renderNotification(text, reader)
  const figures = DigestFigures.parse(metadata.figures)
  const [from, until] = [
    dateTimeValue(reader.timeZone, String(metadata.from)),
    dateTimeValue(reader.timeZone, String(metadata.until)),
  ]
  const settings = `${publicUrl}/${audience}/profile?tab=settings`
  // Older digests have no kind, only a title.
  const isWeekly = text.kind === 'digest' ? text.values.digest === 'weekly' : title === 'Weekly report'
  return renderMail(
    {
      to,
      name,
      subject: msg`WasteSense: ${{ title }}, ${{ from }} to ${{ until }}`,
      before: [
        msg`From ${{ from }} to ${{ until }}:`,
        ...renderDigestLines(figures).map((line) => msg`– ${{ line }}`),
        ...(metadata.simulated ? [msg`Some of these figures come from the simulated city.`] : []),
        msg`Current state:`,
      ],
      link: { label: msg`Open the dashboard`, url: `${publicUrl}/${audience}/dashboard` },
      after: [
        isWeekly
          ? msg`You get this email because weekly reports are on in your settings. Switch them off there: ${{ settings }}`
          : msg`You get this email because daily reports are on in your settings. Switch them off there: ${{ settings }}`,
      ],
    },
    reader.translate,
  )
}
