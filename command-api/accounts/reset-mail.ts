/** The mail with the link that sets a new password: plain text, and the same in simple HTML. */
import type { Message } from '#platform/mail/mail.ts'

export const LINK_MINUTES = 30

export function resetMail({ to, name, link }: { to: string; name: string; link: string }): Message {
  const asked = 'Somebody, hopefully you, asked for a new password for your WasteSense account.'
  const use = `Set it here within ${LINK_MINUTES} minutes; the link works once:`
  const notYou = 'If it was not you, do nothing: your password stays as it is.'
  const paragraphs = [`Hello ${name},`, asked, use]
  const html = [
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    `<p><a href="${escaped(link)}">Set a new password</a></p>`,
    `<p>${escaped(notYou)}</p>`,
    '<p>WasteSense</p>',
  ]
  return {
    to,
    subject: 'Set a new WasteSense password',
    text: [...paragraphs, link, notYou, 'WasteSense'].join('\n\n'),
    html: html.join('\n'),
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
