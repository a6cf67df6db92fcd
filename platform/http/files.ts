/** Sends a file with its type and name: browsers keep it, and show of it themselves what they are told they may. */
import { hash } from 'node:crypto'
import type { Response } from 'express'
import type { FileAnswer } from '#contract/endpoints.ts'
import { sendPieces } from './long-text.ts'

const YEAR_S = 31_536_000

export async function sendFile(response: Response, { type, name, content, inline, etag }: FileAnswer): Promise<void> {
  response.attachment(name).type(type)
  if (inline) response.set('Content-Disposition', `inline; filename="${name}"`)
  if (etag) response.set('Cache-Control', `private, max-age=${YEAR_S}, immutable`)
  const known = etag ?? (typeof content === 'string' ? hash('sha256', content, 'base64url') : undefined)
  if (known) {
    // Weak where the bytes may be sent compressed.
    response.set('ETag', `${etag ? '' : 'W/'}"${known}"`)
    // Express would send it all to whoever says no-cache, as a script's fetch does: it is what they have all the same.
    if (response.req.get('If-None-Match')?.includes(`"${known}"`)) return void response.status(304).end()
  }
  if (typeof content === 'string') return void response.send(content)
  if (content instanceof Uint8Array) return void response.send(Buffer.from(content))
  await sendPieces(response, content)
}
