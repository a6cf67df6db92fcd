/** MailDigest: also mails a digest notification, unless it is old, unwanted, or its reader erased. */

import { isRejection } from '#contract/door/problems.ts'
import { wants } from '#contract/people/notifications.ts'
import { NEWS_MS } from '#contract/system-commands.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { addressee } from '../accounts/later-mail.ts'
import { event } from '../kernel/decider.ts'
import { bySystem, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { readConfiguration } from '../rows/configuration.ts'
import { loadAccountState } from '../streams/load-account.ts'
import { notification } from '../streams/notification.ts'
import { digestMail } from './digest-mail.ts'

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
  const { sent, mailed } = await loadFrom(store, notification.stream(notificationId), notification)
  if (!sent?.userId || mailed || clock().getTime() - Date.parse(sent.sentAt) > NEWS_MS) return
  const { status, registered, settings } = await loadAccountState(store, sent.userId)
  if (status !== 'active' || !registered || !wants(registered.role, settings, sent.kind)) return
  const person = await addressee(kernel, registered)
  if (!person) return
  const { city } = await readConfiguration(await kernel.rows.upToNow('configuration'))
  const to = { to: person.email, name: person.name }
  await mail.send(digestMail({ ...to, sent, timeZone: city.timeZone, publicUrl }))
  const done = [event('NotificationMailed', { notificationId, mailedAt: clock().toISOString() })]
  const decide = (state: { mailed: boolean }) => (state.mailed ? [] : done)
  const handled = await handle(store, notification.stream(notificationId), notification, decide, bySystem(commandId))
  if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
}
