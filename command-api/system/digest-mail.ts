/** The mail with a digest: its period, one figure per line, and how to unsubscribe. */

import type { EventData } from '#contract/events.ts'
import { DigestFigures } from '#contract/people/digests.ts'
import type { Message } from '#platform/mail/mail.ts'
import { mailText } from '../accounts/mail-text.ts'
import { figureLines, momentIn } from '../notifications/send-digest.ts'

interface DigestMail {
  to: string
  name: string
  /** The notification with the digest. */
  sent: EventData<'NotificationSent'>
  timeZone: string
  /** URL of the web app. */
  publicUrl: string
}

export function digestMail({ to, name, sent, timeZone, publicUrl }: DigestMail): Message {
  const { title, audience, metadata } = sent
  const figures = DigestFigures.parse(metadata.figures)
  const [from, until] = [metadata.from, metadata.until].map((at) => momentIn(timeZone, String(at)))
  return mailText({
    to,
    name,
    subject: `WasteSense: ${title}, ${from} to ${until}`,
    before: [
      `From ${from} to ${until}:`,
      ...figureLines(figures).map((line) => `– ${line}`),
      ...(metadata.simulated ? ['Some of these figures come of the simulated city.'] : []),
      'As it stands now:',
    ],
    link: { label: 'Open the dashboard', url: `${publicUrl}/${audience}/dashboard` },
    after: [
      `You get this mail because ${title.toLowerCase()}s are switched on in your settings. Switch them off there: ${publicUrl}/${audience}/profile?tab=settings`,
    ],
  })
}
