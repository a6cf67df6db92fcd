/** So many at once, and no more: whoever finds no place is asked to come again. */
import { type Rejection, reject } from '#contract/problems.ts'

const RETRY_S = 5

/** A place is taken at once or not at all; what is answered gives it back. */
export function createPlaces(most: number): () => (() => void) | Rejection {
  let taken = 0
  return () => {
    if (taken >= most) {
      const busy = reject('too-many', 'Many files are coming in at once. Please try again in a few seconds.')
      return { ...busy, retryAfter: RETRY_S }
    }
    taken++
    return () => void taken--
  }
}
