/**
 * Sends answers: files, and JSON with a long text in pieces.
 * Building such JSON in one piece would block other requests.
 */

import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { FileAnswer } from '#contract/endpoints.ts'

const YEAR_S = 31_536_000

/**
 * Sends a file with its type and name.
 * Browsers show only files marked as inline.
 */
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

/** Text that arrives in pieces; it contains no characters that JSON must escape. */
export class StreamedText {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/** Encodes bytes as base64 text. */
export const streamBase64 = (bytes: AsyncIterable<Uint8Array>) => new StreamedText(base64Of(bytes))

async function* base64Of(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  let rest = Buffer.alloc(0)
  for await (const piece of bytes) {
    const known = Buffer.concat([rest, piece])
    // Base64-encodes whole groups of three bytes, because each group becomes four characters.
    const whole = known.length - (known.length % 3)
    yield known.toString('base64', 0, whole)
    rest = known.subarray(whole)
  }
  yield rest.toString('base64')
}

const isLong = (field: [string, unknown]): field is [string, StreamedText] => field[1] instanceof StreamedText

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Sends an answer as JSON.
 * A long text becomes the last field and is sent in pieces.
 * Answers that must not be cached have no ETag.
 */
export async function sendJson(response: Response, answer: object): Promise<void> {
  const [name, text] = Object.entries(answer).find(isLong) ?? []
  if (!name || !text) return sendWhole(response, answer)
  const { [name]: _, ...others } = answer as Record<string, unknown>
  async function* whole(pieces: AsyncIterable<string>) {
    const before = JSON.stringify({ ...others, [name as string]: '' })
    yield before.slice(0, -'"}'.length)
    yield* pieces
    yield '"}'
  }
  response.setHeader('Content-Type', JSON_TYPE)
  await streamResponse(response, whole(text.pieces))
}

/**
 * Sends the JSON answer and its headers in one write.
 * Express would copy the text and hash it for an ETag.
 */
function sendWhole(response: Response, answer: object): void {
  if (response.getHeader('Cache-Control') !== 'no-store') return void response.json(answer)
  const text = JSON.stringify(answer)
  response.setHeader('Content-Type', JSON_TYPE)
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(text)
}

/**
 * Streams the pieces of a response.
 * A failure cuts the connection, so that the client detects it.
 */
async function streamResponse(response: Response, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), response)
  } catch (error) {
    // Ignore the error of a client that disconnected.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
