/**
 * Drains unread bodies in pieces, so the response arrives and memory is freed.
 * Detects stalled bodies, so their senders are notified and others can send.
 */

import type { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'

/**
 * Drains a stream, and frees each buffer at once.
 * The garbage collector would free dozens of megabytes only later, with a pause.
 */
export function drainBody(stream: Readable): void {
  stream.on('data', releaseBufferMemory)
  stream.resume()
}

/**
 * Drains a request that is refused before it is read.
 * Returns the refusal.
 */
export function drainAndReturn<T>(stream: Readable, refused: T): T {
  drainBody(stream)
  return refused
}

/** Frees the memory of an unused buffer, unless other buffers share it. */
export function releaseBufferMemory(piece: Buffer): void {
  if (piece.byteLength === piece.buffer.byteLength) (piece.buffer as ArrayBuffer).transfer(0)
}

const BODY_STALLED = reject('timed-out', msg`What you sent did not arrive completely. Please send it again.`)

/**
 * Maximum time in ms without new data of a request.
 * Stalled requests use up connections and limits that other requests need.
 */
export const STALL_TIMEOUT_MS = 10_000

/** Largest share by which a time limit is longer, at random. */
const SPREAD = 0.2
/**
 * Makes a time limit longer at random.
 * Otherwise thousands of stalled requests would end at the same moment.
 */
const spread = (ms: number) => ms * (1 + SPREAD * Math.random())

interface StallOptions {
  /** Time limit in ms of the whole body. */
  mostMs?: number | undefined
  /** Whether the server itself is not reading now, as while its disk is slow. */
  isPaused?: () => boolean
}

/**
 * Resolves with a rejection if the request's body stalls.
 * It stalls after `ms` without data, or after `mostMs` in total.
 * Both times are longer by up to a fifth.
 * Time in which the server itself does not read does not count.
 * If the body arrives in time, the promise never settles.
 * Call the function in the event loop turn that starts reading the body.
 */
export function waitForStall(
  request: Request,
  ms: number,
  { mostMs, isPaused = () => false }: StallOptions = {},
): Promise<Rejection> {
  return new Promise((resolve) => {
    let [pieces, isOver] = [0, false]
    // After a long turn, the event loop runs timers before it reads.
    const afterReading = (act: () => void) => void setImmediate(() => isOver || act())
    const still = setTimeout(() => {
      const before = pieces
      afterReading(() => {
        if (isPaused()) still.refresh()
        else if (pieces === before) resolve(BODY_STALLED)
      })
    }, spread(ms))
    const late =
      mostMs === undefined ? undefined : setTimeout(() => afterReading(() => resolve(BODY_STALLED)), spread(mostMs))
    request.on('data', () => {
      pieces++
      still.refresh()
    })
    // The timers end with the request's body, because the time until the response does not count.
    for (const over of ['end', 'close'])
      request.once(over, () => {
        isOver = true
        clearTimeout(still)
        clearTimeout(late)
      })
  })
}

/** Cuts the connection of an answered request whose body stalls. */
export function cutStalledRequest(request: Request, response: Response, ms: number): void {
  response.on('finish', () => {
    if (!request.complete) void waitForStall(request, ms).then(() => request.socket.destroy())
  })
}
