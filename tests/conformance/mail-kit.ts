/** Parses a message as sent: headers, and its decoded text and HTML parts. */
import type { ReceivedMail } from './mail.ts'

/** Parses a message (RFC 5322) with MIME parts in quoted-printable or base64, as far as the tests need. */
export function parseMailMessage(raw: string): ReceivedMail {
  const whole = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(whole.headers.get('content-type')?.[0] ?? '')?.[1]
  const parts = boundary ? whole.body.split(`--${boundary}`).map((part) => split(part.replace(/^\r\n/, ''))) : []
  const of = (type: string) => parts.find((part) => part.headers.get('content-type')?.[0]?.startsWith(type))
  return { headers: whole.headers, text: decode(of('text/plain')), html: decode(of('text/html')) }
}

interface Part {
  headers: Map<string, string[]>
  body: string
}

function split(raw: string): Part {
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

function decode(part: Part | undefined): string {
  if (!part) return ''
  const encoding = part.headers.get('content-transfer-encoding')?.[0]
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? fromQuoted(part.body) : part.body
}

/**
 * Decodes the encoded words of a header (RFC 2047).
 * White space between two of them is not part of the text.
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
