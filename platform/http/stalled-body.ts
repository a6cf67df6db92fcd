/** Detects stalled request bodies, so that they hold no place and their sender is notified. */

import type { Request, Response } from 'express'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'

const STILL = reject('timed-out', msg`The request stopped arriving. Please send it again.`)

/**
 * Time limit without data, in ms.
 * A stalled request holds a place or connection that others need.
 */
export const STALL_TIMEOUT_MS = 10_000

/**
 * Resolves with a rejection after `ms` without data, or after `mostMs` in total.
 * Otherwise it never settles.
 * Call it in the same turn that starts reading the request.
 */
export function whenStalled(request: Request, ms: number, mostMs?: number): Promise<Rejection> {
  return new Promise((resolve) => {
    const still = setTimeout(() => resolve(STILL), ms)
    const late = mostMs === undefined ? undefined : setTimeout(() => resolve(STILL), mostMs)
    request.on('data', () => still.refresh())
    // The response may take longer.
    for (const over of ['end', 'close'])
      request.once(over, () => {
        clearTimeout(still)
        clearTimeout(late)
      })
  })
}

/** Cuts the connection of a request that was answered before its end and then stalls. */
export function cutStalledRequest(request: Request, response: Response, ms: number): void {
  response.on('finish', () => {
    if (!request.complete) void whenStalled(request, ms).then(() => request.socket.destroy())
  })
}
