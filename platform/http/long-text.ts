/** An answer in JSON with a text so long that it is made while it is sent: whole, it would hold up everybody else. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** A text in pieces. They stand in JSON as they are: nothing in them needs an escape. */
export class LongText {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/** Bytes as text, in base64. */
export const inBase64 = (bytes: AsyncIterable<Uint8Array>) => new LongText(base64Of(bytes))

async function* base64Of(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  let rest = Buffer.alloc(0)
  for await (const piece of bytes) {
    const known = Buffer.concat([rest, piece])
    // Three bytes are four letters.
    const whole = known.length - (known.length % 3)
    yield known.toString('base64', 0, whole)
    rest = known.subarray(whole)
  }
  yield rest.toString('base64')
}

const isLong = (field: [string, unknown]): field is [string, LongText] => field[1] instanceof LongText

const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers in JSON; a long text comes last. What no cache may keep bears no ETag: nobody can ask for it by one. */
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
  await sendPieces(response, whole(text.pieces))
}

/** As one text, which leaves with its headers in one piece; by way of Express it is copied and hashed before. */
function sendWhole(response: Response, answer: object): void {
  if (response.getHeader('Cache-Control') !== 'no-store') return void response.json(answer)
  const text = JSON.stringify(answer)
  response.setHeader('Content-Type', JSON_TYPE)
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(text)
}

/** What is made while it is sent may fail half-way: then the connection is cut, and nobody takes the part for the whole. */
export async function sendPieces(response: Response, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), response)
  } catch (error) {
    // Whoever asked has gone: nothing failed.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
