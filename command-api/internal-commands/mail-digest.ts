/** MailDigest: also mails a digest notification, unless it is old, unwanted, or its reader erased. */

import type { EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { NEWS_MAX_AGE_MS } from '#contract/internal-commands.ts'
import { DigestFigures } from '#contract/notifications/digests.ts'
import { figureLines, type Reader, renderNotification } from '#contract/notifications/messages.ts'
import { wantsNotification } from '#contract/notifications/notifications.ts'
import { shortMomentIn } from '#domain/city-time.ts'
import type { Mail, Message } from '#platform/mail/mail.ts'
import { mailRecipient } from '../accounts/background-mail.ts'
import { mailText } from '../accounts/mail-text.ts'
import { loadAccountState } from '../aggregates/load-account.ts'
import { notification } from '../aggregates/notification.ts'
import { event } from '../kernel/decider.ts'
import { handle, policyEnvelope } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { readerOf } from '../notifications/reader.ts'

export interface Mailing {
  mail: Pick<Mail, 'send'>
  publicUrl: string
}

/**
 * Rejects when the mail fails, so that its job is retried.
 * Retries end after a day, because the address may be invalid.
 * The event records a sent mail; a crash between the two sends it twice.
 */
export async function mailDigest(
  kernel: Kernel,
  { mail, publicUrl }: Mailing,
  notificationId: string,
  commandId: string,
): Promise<void> {
  const { store, clock } = kernel
  const { sent, mailed } = await loadState(store, notification.stream(notificationId), notification)
  if (!sent?.userId || mailed || clock().getTime() - Date.parse(sent.sentAt) > NEWS_MAX_AGE_MS) return
  const { status, registered, settings } = await loadAccountState(store, sent.userId)
  if (status !== 'active' || !registered || !wantsNotification(registered.role, settings, sent.kind)) return
  const person = await mailRecipient(kernel, registered)
  if (!person) return
  const to = { to: person.email, name: person.name }
  const reader = await readerOf(await kernel.rows.upToNow('configuration'))
  await mail.send(digestMail({ ...to, sent, reader, publicUrl }))
  const done = [event('NotificationMailed', { notificationId, mailedAt: clock().toISOString() })]
  const decide = (state: { mailed: boolean }) => (state.mailed ? [] : done)
  const handled = await handle(
    store,
    notification.stream(notificationId),
    notification,
    decide,
    policyEnvelope(commandId),
  )
  if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
}

interface DigestMail {
  to: string
  name: string
  /** The notification with the digest. */
  sent: EventData<'NotificationSent'>
  reader: Reader
  /** URL of the web app. */
  publicUrl: string
}

/** The mail with a digest: its period, one figure per line, and how to unsubscribe. */
function digestMail({ to, name, sent, reader, publicUrl }: DigestMail): Message {
  const { text, audience, metadata } = sent
  const { title } = renderNotification(text, reader)
  const figures = DigestFigures.parse(metadata.figures)
  const [from, until] = [metadata.from, metadata.until].map((at) => shortMomentIn(reader.timeZone, String(at)))
  return mailText({
    to,
    name,
    subject: `WasteSense: ${title}, ${from} to ${until}`,
    before: [
      `From ${from} to ${until}:`,
      ...figureLines(figures).map((line) => `– ${line}`),
      ...(metadata.simulated ? ['Some of these figures come from the simulated city.'] : []),
      'Current state:',
    ],
    link: { label: 'Open the dashboard', url: `${publicUrl}/${audience}/dashboard` },
    after: [
      `You get this mail because ${title.toLowerCase()}s are on in your settings. Switch them off there: ${publicUrl}/${audience}/profile?tab=settings`,
    ],
  })
}
