/** Runs operations with the same key one after the other. */
import { setTimeout as pause } from 'node:timers/promises'

/** Longest wait for the previous operation in ms, if the store does not answer. */
const LONGEST_WAIT_MS = 10_000

export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedMutex(): KeyedMutex {
  /**
   * Newest operation per key.
   * The next one waits for it, up to a limit.
   */
  const underWay = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = underWay.get(key)
    const turn =
      before && Promise.race([before.catch(() => undefined), pause(LONGEST_WAIT_MS, undefined, { ref: false })])
    const done = (turn ?? Promise.resolve()).then(work)
    underWay.set(key, done)
    try {
      return await done
    } finally {
      if (underWay.get(key) === done) underWay.delete(key)
    }
  }
}
