/**
 * Sends files with their type and name.
 * Browsers show only files marked as inline.
 */
import { hash } from 'node:crypto'
import type { Response } from 'express'
import type { FileAnswer } from '#contract/endpoints.ts'
import { streamResponse } from './streamed-json.ts'

const YEAR_S = 31_536_000

export async function sendFile(response: Response, { type, name, content, inline, etag }: FileAnswer): Promise<void> {
  response.attachment(name).type(type)
  if (inline) response.set('Content-Disposition', `inline; filename="${name}"`)
  if (etag) response.set('Cache-Control', `private, max-age=${YEAR_S}, immutable`)
  const known = etag ?? (typeof content === 'string' ? hash('sha256', content, 'base64url') : undefined)
  if (known) {
    // Make the ETag weak if the bytes may be compressed.
    response.set('ETag', `${etag ? '' : 'W/'}"${known}"`)
    // Answer 304, since the client already has this content.
    // Express would still send the whole file, because fetch() adds no-cache.
    if (response.req.get('If-None-Match')?.includes(`"${known}"`)) return void response.status(304).end()
  }
  if (typeof content === 'string') return void response.send(content)
  if (content instanceof Uint8Array) return void response.send(Buffer.from(content))
  await streamResponse(response, content)
}
