/** Conformance suite of the mail port, and the parser of sent messages. */

import { describe, expect, it } from 'vitest'
import { type MailMessage, MailNotAccepted, type MailSender } from '../../platform/mail/mail.ts'

/** Received message: headers (lower-case names), and decoded text and HTML parts. */
interface ReceivedMail {
  headers: Map<string, string[]>
  text: string
  html: string
}

interface Backing {
  mail: MailSender
  /** Returns the newest received message. */
  newest(): Promise<ReceivedMail>
  /** Returns the count of received messages. */
  count(): Promise<number>
  /** Returns a mail sender whose server or folder accepts no message. */
  broken(): Promise<MailSender>
}

const message: MailMessage = {
  to: 'ama@example.com',
  subject: 'Reset your password 🔑 for Ɔkɔ',
  text: 'Hello Naa Ɔkɔ 👩🏾‍🌾,\n\nhttps://example.com/reset-password?token=a_b-c=d\n.\nEnd of a long line '.repeat(20),
  html: '<p>Hello <b>Naa Ɔkɔ 👩🏾‍🌾</b> &amp; all</p>',
}

/**
 * Registers the conformance tests of a mail sender.
 * `open` is called once for all tests.
 */
export function testMail(backing: string, open: () => Promise<Backing>): void {
  describe(`mail rules on ${backing}`, () => {
    const opened = open()

    it('MA1 MA2 brings sender, subject, text and HTML as given', async () => {
      const { mail, newest, count } = await opened
      const before = await count()
      await mail.send(message)
      expect(await count()).toBe(before + 1)
      const { headers, text, html } = await newest()
      expect(headers.get('to')).toEqual([message.to])
      expect(headers.get('from')).toEqual(['WasteSense <no-reply@example.com>'])
      expect(headers.get('subject')).toEqual([message.subject])
      expect(text.replaceAll('\r\n', '\n').trimEnd()).toBe(message.text.trimEnd())
      expect(html.trimEnd()).toBe(message.html)
    })

    it('MA3 makes no header out of a subject', async () => {
      const { mail, newest } = await opened
      await mail.send({ ...message, subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nBody' })
      const { headers } = await newest()
      expect(headers.has('bcc')).toBe(false)
      expect(headers.get('subject')).toHaveLength(1)
    })

    it.each(['', 'ama', 'a@b.c, eve@b.c', 'a@b.c\r\nBcc: eve@b.c', 'Eve <eve@b.c>', 'a@b.c;d@e.f', '"a b"@c.d'])(
      'MA3 sends nothing to %j',
      async (to) => {
        const { mail, count } = await opened
        const before = await count()
        await expect(mail.send({ ...message, to })).rejects.toBeInstanceOf(MailNotAccepted)
        expect(await count()).toBe(before)
      },
    )

    it('MA4 rejects what was not taken, and names nobody', async () => {
      const mail = await (await opened).broken()
      const failed = await mail.send(message).catch((error: Error) => error)
      expect(failed).toBeInstanceOf(MailNotAccepted)
      expect(String((failed as Error).stack)).not.toMatch(/ama@|token=/)
      await mail.close()
    })
  })
}

/** Parses RFC 5322 messages, as far as tests need: MIME parts, quoted-printable, base64. */
export function parseMailMessage(raw: string): ReceivedMail {
  const whole = splitMessage(raw)
  const boundary = /boundary="([^"]+)"/.exec(whole.headers.get('content-type')?.[0] ?? '')?.[1]
  const parts = boundary ? whole.body.split(`--${boundary}`).map((part) => splitMessage(part.replace(/^\r\n/, ''))) : []
  const of = (type: string) => parts.find((part) => part.headers.get('content-type')?.[0]?.startsWith(type))
  return { headers: whole.headers, text: decodePart(of('text/plain')), html: decodePart(of('text/html')) }
}

interface Part {
  headers: Map<string, string[]>
  body: string
}

function splitMessage(raw: string): Part {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [, name, value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    if (name) headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), decodeWords(value)])
  }
  return { headers, body: rest.join('\r\n\r\n') }
}

const fromQuoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function decodePart(part: Part | undefined): string {
  if (!part) return ''
  const encoding = part.headers.get('content-transfer-encoding')?.[0]
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? fromQuoted(part.body) : part.body
}

/**
 * Decodes a header's encoded words (RFC 2047).
 * White space between two of them is dropped.
 */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : fromQuoted(text.replaceAll('_', '=20')),
    )
}
