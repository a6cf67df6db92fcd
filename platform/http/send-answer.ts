/**
 * Sends answers: files, and JSON with a long text in pieces.
 * Building such JSON in one piece would block other requests.
 */

import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { FileAnswer } from '#contract/endpoints.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { sendProblem } from './problems.ts'
import { untilClosed } from './requests.ts'

const YEAR_S = 31_536_000

/**
 * Maximum number of bytes of one sender's unread answers.
 * Browsers load a few answers at a time.
 * A client that reads nothing would otherwise fill the memory.
 */
export const MAX_UNREAD_BYTES = 64 * 1024 * 1024
/** Answers below this size are not counted; their connections take as much memory. */
const MIN_COUNTED_BYTES = 16 * 1024
/** Bytes to count for an answer in pieces, of which memory has about two. */
const BYTES_OF_STREAM = 1024 * 1024
const RETRY_S = 5

/**
 * Counts an answer of some bytes until it is sent.
 * Returns a rejection if too many bytes wait for the same sender.
 */
export type UnreadAnswerLimit = (response: Response, bytes: number) => Rejection | undefined

/** Creates the limit of unread answers; `senderOf` returns who receives a response. */
export function createUnreadAnswerLimit(senderOf: (response: Response) => string): UnreadAnswerLimit {
  const unread = new Map<string, number>()
  return (response, bytes) => {
    // The answer of a command is never refused, because the command is done.
    if (response.req.method !== 'GET' || bytes < MIN_COUNTED_BYTES || response.destroyed) return undefined
    const sender = senderOf(response)
    const own = unread.get(sender) ?? 0
    // A single answer may be larger than the limit.
    if (own > 0 && own + bytes > MAX_UNREAD_BYTES)
      return { ...reject('too-many', msg`Too many requests.`), retryAfter: RETRY_S }
    unread.set(sender, own + bytes)
    void untilClosed(response).then(() => {
      const left = (unread.get(sender) ?? 0) - bytes
      if (left > 0) unread.set(sender, left)
      else unread.delete(sender)
    })
    return undefined
  }
}

/**
 * Sends a file with its type and name.
 * Browsers show only files marked as inline.
 */
export async function sendFile(
  response: Response,
  { type, name, content, inline, etag }: FileAnswer,
  limit: UnreadAnswerLimit,
): Promise<void> {
  const known = etag ?? (typeof content === 'string' ? hash('sha256', content, 'base64url') : undefined)
  const isKnown = known !== undefined && response.req.get('If-None-Match')?.includes(`"${known}"`)
  const size = typeof content === 'string' ? Buffer.byteLength(content) : sizeOf(content)
  const refused = isKnown ? undefined : limit(response, size)
  if (refused) return sendUncachedProblem(response, refused)
  response.attachment(name).type(type)
  if (inline) response.set('Content-Disposition', `inline; filename="${name}"`)
  if (etag) response.set('Cache-Control', `private, max-age=${YEAR_S}, immutable`)
  if (known) {
    // Make the ETag weak if the bytes may be compressed.
    response.set('ETag', `${etag ? '' : 'W/'}"${known}"`)
    // Answer 304, since the client already has this content.
    // Express would still send the whole file, because fetch() adds no-cache.
    if (isKnown) return void response.status(304).end()
  }
  if (typeof content === 'string') return void response.send(content)
  if (content instanceof Uint8Array) return void response.send(Buffer.from(content))
  await streamResponse(response, content)
}

/** Returns the bytes in memory of an answer that is no text. */
const sizeOf = (content: object) => (content instanceof Uint8Array ? content.byteLength : BYTES_OF_STREAM)

/** Sends a rejection although the endpoint's answers may be cached. */
const sendUncachedProblem = (response: Response, rejection: Rejection) =>
  sendProblem(response.set('Cache-Control', 'no-store'), rejection)

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
export async function sendJson(response: Response, answer: object, limit: UnreadAnswerLimit): Promise<void> {
  const [name, text] = Object.entries(answer).find(isLong) ?? []
  if (!name || !text) return sendWhole(response, answer, limit)
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
function sendWhole(response: Response, answer: object, limit: UnreadAnswerLimit): void {
  const text = JSON.stringify(answer)
  const bytes = Buffer.byteLength(text)
  const refused = limit(response, bytes)
  if (refused) return void sendUncachedProblem(response, refused)
  if (response.getHeader('Cache-Control') !== 'no-store') return void response.type('json').send(text)
  response.setHeader('Content-Type', JSON_TYPE)
  response.setHeader('Content-Length', bytes)
  response.end(text)
}

/** Node's error codes for a client that left during an answer or before it. */
const CLIENT_GONE: unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']

/**
 * Streams the pieces of a response.
 * A failure cuts the connection, so that the client detects it.
 */
async function streamResponse(response: Response, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), response)
  } catch (error) {
    if (!CLIENT_GONE.includes((error as NodeJS.ErrnoException).code)) throw error
  }
}
