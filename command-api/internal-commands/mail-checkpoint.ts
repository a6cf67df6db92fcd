/** MailCheckpoint: mails a checkpoint to an auditor, who can later compare the log with it. */

import type { EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { NOTIFICATION_MAX_AGE_MS } from '#contract/internal-commands.ts'
import { msg, type Translate } from '#contract/languages/message.ts'
import type { MailMessage } from '#platform/mail/mail.ts'
import { loadTranslatorForUser, unsealMailRecipient } from '../accounts/background-mail.ts'
import { renderMail } from '../accounts/mail-text.ts'
import { type CheckpointState, checkpoint } from '../aggregates/checkpoint.ts'
import { loadAccountState } from '../aggregates/load-account.ts'
import { createEvent } from '../kernel/decider.ts'
import { createPolicyEnvelope, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import type { DigestMailOptions } from './mail-digest.ts'

/**
 * Mails a checkpoint to an auditor.
 * Rejects if sending fails; the job is then retried for a day.
 * After a crash between the mail and its event, the mail is sent twice.
 */
export async function mailCheckpoint(
  kernel: Kernel,
  { mail, publicUrl }: DigestMailOptions,
  { checkpointId, userId }: { checkpointId: string; userId: string },
  commandId: string,
): Promise<void> {
  const { store, clock } = kernel
  const stream = checkpoint.stream(checkpointId)
  const { made, mailedTo } = await loadState(store, stream, checkpoint)
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
  const handled = await handle(store, stream, checkpoint, decide, createPolicyEnvelope(commandId))
  if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
}

interface CheckpointMail {
  to: string
  name: string
  made: EventData<'CheckpointMade'>
  /** URL of the web app. */
  publicUrl: string
  translate: Translate
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
