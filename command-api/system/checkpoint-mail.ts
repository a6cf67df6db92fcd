/** The mail with a checkpoint: the signed note, stored outside of the installation's control. */
import type { EventData } from '#contract/events.ts'
import type { Message } from '#platform/mail/mail.ts'
import { mailText } from '../accounts/mail-text.ts'

interface CheckpointMail {
  to: string
  name: string
  made: EventData<'CheckpointMade'>
  /** URL of the web app. */
  publicUrl: string
}

export function checkpointMail({ to, name, made, publicUrl }: CheckpointMail): Message {
  const { text, html, ...message } = mailText({
    ...{ to, name },
    subject: `WasteSense: checkpoint of ${made.checkpointId}:00 UTC, ${made.size} events`,
    before: [
      'This is what the log was at that hour, signed. Keep this mail: whoever changes anything that was recorded before can not make a log that fits it.',
      'To hold a bundle against it, save the lines of the checkpoint below in a file and give it to the verifier with --since.',
    ],
    link: { label: 'Open the proof', url: `${publicUrl}/auditor/proof` },
    after: [],
  })
  return { ...message, text: `${text}\n\n${made.note}`, html: `${html}\n<pre>${made.note}</pre>` }
}
