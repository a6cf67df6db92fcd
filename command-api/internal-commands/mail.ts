/** MailDigest and MailCheckpoint: mail digests to readers, checkpoints to auditors. */

import type { EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { NOTIFICATION_MAX_AGE_MS } from '#contract/internal-commands.ts'
import { msg, type Translator } from '#contract/languages/message.ts'
import { toDateTimeValue } from '#contract/languages/values.ts'
import { DigestFigures } from '#contract/notifications/digests.ts'
import {
  type NotificationRenderContext,
  renderDigestLines,
  renderNotification,
} from '#contract/notifications/messages.ts'
import { wantsNotification } from '#contract/notifications/notifications.ts'
import type { MailMessage, MailSender } from '#platform/mail/mail.ts'
import { loadTranslatorForUser, renderMail, unsealMailRecipient } from '../accounts/mail.ts'
import { languageOf, loadAccountState } from '../aggregates/account.ts'
import { type CheckpointState, checkpointAggregate } from '../aggregates/audit.ts'
import { notificationAggregate } from '../aggregates/notification.ts'
import { createEvent } from '../kernel/decider.ts'
import { createPolicyEnvelope, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { loadNotificationContext } from '../notifications/reader.ts'

export interface MailOptions {
  mail: Pick<MailSender, 'send'>
  /** URL of the web app, without a trailing slash. */
  publicUrl: string
}

/**
 * Mails a digest and records the mail.
 * Does nothing if the digest is old or unwanted, or the reader's account was erased.
 * If sending fails, the job retries for a day, because the address may be invalid.
 * After a crash between mail and event, the mail is sent twice.
 */
export async function mailDigest(
  kernel: Kernel,
  { mail, publicUrl }: MailOptions,
  notificationId: string,
  commandId: string,
): Promise<void> {
  const { store, clock } = kernel
  const { sent, mailed } = await loadState(store, notificationAggregate.stream(notificationId), notificationAggregate)
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
  const handled = await handleCommand(
    store,
    notificationAggregate.stream(notificationId),
    notificationAggregate,
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

function digestMail({ to, name, sent, reader, publicUrl }: DigestMail): MailMessage {
  const { text, audience, metadata } = sent
  const { title } = renderNotification(text, reader)
  const figures = DigestFigures.parse(metadata.figures)
  const [from, until] = [
    toDateTimeValue(reader.timeZone, String(metadata.from)),
    toDateTimeValue(reader.timeZone, String(metadata.until)),
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

/**
 * Mails a checkpoint to an auditor, who can later compare the log.
 * Rejects if sending fails; the job is retried for a day.
 * After a crash before its event, the mail is sent twice.
 */
export async function mailCheckpoint(
  kernel: Kernel,
  { mail, publicUrl }: MailOptions,
  { checkpointId, userId }: { checkpointId: string; userId: string },
  commandId: string,
): Promise<void> {
  const { store, clock } = kernel
  const stream = checkpointAggregate.stream(checkpointId)
  const { made, mailedTo } = await loadState(store, stream, checkpointAggregate)
  if (!made || mailedTo.includes(userId) || clock().getTime() - Date.parse(made.madeAt) > NOTIFICATION_MAX_AGE_MS)
    return
  const { status, registered } = await loadAccountState(store, userId)
  if (status !== 'active' || registered?.role !== 'auditor') return
  const person = await unsealMailRecipient(kernel, registered)
  if (!person) return
  const translate = await loadTranslatorForUser(kernel, userId)
  await mail.send(checkpointMail({ to: person.email, name: person.name, made, publicUrl, translate }))
  const done = [createEvent('CheckpointMailed', { checkpointId, userId, mailedAt: clock().toISOString() })]
  const decide = (state: CheckpointState) => (state.mailedTo.includes(userId) ? [] : done)
  const handled = await handleCommand(store, stream, checkpointAggregate, decide, createPolicyEnvelope(commandId))
  if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
}

interface CheckpointMail {
  to: string
  name: string
  made: EventData<'CheckpointMade'>
  /** URL of the web app. */
  publicUrl: string
  translate: Translator
}

/**
 * Returns the mail with a signed checkpoint.
 * In the auditor's mailbox, the installation can no longer change it.
 */
function checkpointMail({ to, name, made, publicUrl, translate }: CheckpointMail): MailMessage {
  const { checkpointId, size } = made
  const text = {
    to,
    name,
    subject: msg`WasteSense: checkpoint of ${{ checkpointId }}:00 UTC, ${{ size }} events`,
    before: [
      msg`This is the signed state of the log at that hour. Keep this email: with it, you can prove later whether an earlier record was changed.`,
      msg`To check a bundle against it, save the checkpoint below to a file and pass the file to the verifier with --since.`,
    ],
    link: { label: msg`Open the proof`, url: `${publicUrl}/auditor/proof` },
    after: [],
  }
  const message = renderMail(text, translate)
  return { ...message, text: `${message.text}\n\n${made.note}`, html: `${message.html}\n<pre>${made.note}</pre>` }
}
