/** Formats mails as plain text and as simple HTML, in the language of their reader. */

import { type Message, msg, type Translate } from '#contract/languages/message.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { MailMessage as Mail } from '#platform/mail/mail.ts'

interface MailTexts {
  to: string
  name: string
  subject: Message
  /** Paragraphs before the link. */
  before: readonly Message[]
  link?: { label: Message; url: string }
  after: readonly Message[]
}

export function renderMail({ to, name, subject, before, link, after }: MailTexts, translate: Translate): Mail {
  const begin = [msg`Hello ${{ name }},`, ...before].map(translate)
  const end = [...after.map(translate), 'WasteSense']
  const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${escaped(text)}</p>`)
  const html = [
    ...paragraphs(begin),
    ...(link ? [`<p><a href="${escaped(link.url)}">${escaped(translate(link.label))}</a></p>`] : []),
    ...paragraphs(end),
  ]
  const text = [...begin, ...(link ? [link.url] : []), ...end]
  return { to, subject: translate(subject), text: text.join('\n\n'), html: html.join('\n') }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => lookUp(ENTITIES, character) ?? character)
