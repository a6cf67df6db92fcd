/** A body that comes no further: its sender is told so, and holds no place in the meantime. */
import type { Request, Response } from 'express'
import { type Rejection, reject } from '#contract/door/problems.ts'

const STILL = reject('timed-out', 'Nothing more of the request came in for a while. Please send it again.')

/** What comes no further for so long is not waited for: it holds a place, or a connection, that others need. */
export const STILL_MS = 10_000

/**
 * Answers that once nothing has come for so long (ms) before the request was whole, or once it has taken `mostMs` in all; else
 * never. To be called in the same turn in which somebody else begins to read it.
 */
export function standsStill(request: Request, ms: number, mostMs?: number): Promise<Rejection> {
  return new Promise((resolve) => {
    const still = setTimeout(() => resolve(STILL), ms)
    const late = mostMs === undefined ? undefined : setTimeout(() => resolve(STILL), mostMs)
    request.on('data', () => still.refresh())
    // The answer may take its time.
    for (const over of ['end', 'close'])
      request.once(over, () => {
        clearTimeout(still)
        clearTimeout(late)
      })
  })
}

/** Cuts the connection of a request that was answered before it was whole, and comes no further. */
export function cutHalfSent(request: Request, response: Response, ms: number): void {
  response.on('finish', () => {
    if (!request.complete) void standsStill(request, ms).then(() => request.socket.destroy())
  })
}
