/** Formats mails as plain text and as simple HTML. */

import { lookUp } from '#domain/dictionary.ts'
import type { Message } from '#platform/mail/mail.ts'

interface Text {
  to: string
  name: string
  subject: string
  /** Paragraphs before the link. */
  before: readonly string[]
  link?: { label: string; url: string }
  after: readonly string[]
}

export function mailText({ to, name, subject, before, link, after }: Text): Message {
  const begin = [`Hello ${name},`, ...before]
  const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${escaped(text)}</p>`)
  const html = [
    ...paragraphs(begin),
    ...(link ? [`<p><a href="${escaped(link.url)}">${link.label}</a></p>`] : []),
    ...paragraphs([...after, 'WasteSense']),
  ]
  const text = [...begin, ...(link ? [link.url] : []), ...after, 'WasteSense']
  return { to, subject, text: text.join('\n\n'), html: html.join('\n') }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => lookUp(ENTITIES, character) ?? character)
