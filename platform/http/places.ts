/** So many at once, and so many of them one sender's: whoever finds no place is asked to come again. */
import { type Rejection, reject } from '#contract/door/problems.ts'

const RETRY_S = 5

export interface Most {
  all: number
  ofOne: number
}

/** A place is taken at once or not at all; what is answered gives it back. */
export function createPlaces(most: Most): (sender: string) => (() => void) | Rejection {
  const taken = new Map<string, number>()
  let all = 0
  return (sender) => {
    const own = taken.get(sender) ?? 0
    if (own >= most.ofOne) return busy('You are sending several files already. Please try again in a few seconds.')
    if (all >= most.all) return busy('Many files are coming in at once. Please try again in a few seconds.')
    all++
    taken.set(sender, own + 1)
    return () => {
      all--
      const left = (taken.get(sender) ?? 0) - 1
      if (left > 0) taken.set(sender, left)
      else taken.delete(sender)
    }
  }
}

const busy = (message: string): Rejection => ({ ...reject('too-many', message), retryAfter: RETRY_S })
