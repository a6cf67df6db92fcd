/** A body that comes no further: its sender is told so, and holds no place in the meantime. */
import type { Request } from 'express'
import { type Rejection, reject } from '#contract/door/problems.ts'

const STILL = reject('timed-out', 'Nothing more of the request came in for a while. Please send it again.')

/**
 * Answers that once nothing has come for so long (ms) before the request was whole; else never. To be called in the same turn in
 * which somebody else begins to read it.
 */
export function standsStill(request: Request, ms: number): Promise<Rejection> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(STILL), ms)
    request.on('data', () => timer.refresh())
    // The answer may take its time.
    for (const over of ['end', 'close']) request.once(over, () => clearTimeout(timer))
  })
}
