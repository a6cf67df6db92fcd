/** Sends a file: with its type and name, so that browsers keep it and show nothing of it themselves. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { FileAnswer } from '#contract/endpoints.ts'

/** What is made while it is sent may fail half-way: then the connection is cut, and nobody takes the part for the whole. */
export async function sendFile(response: Response, { type, name, content }: FileAnswer): Promise<void> {
  response.attachment(name).type(type)
  if (typeof content === 'string') return void response.send(content)
  if (content instanceof Uint8Array) return void response.send(Buffer.from(content))
  try {
    await pipeline(Readable.from(content), response)
  } catch (error) {
    // Whoever asked has gone: nothing failed.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
