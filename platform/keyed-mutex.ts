/** Runs operations with the same key one after the other. */
import { setTimeout as pause } from 'node:timers/promises'

/** Default maximum wait in ms for the previous operation with the same key, if the store does not answer. */
const LONGEST_WAIT_MS = 10_000

export type KeyedMutex = <T>(key: string, work: () => T | Promise<T>) => Promise<T>

/**
 * Returns a function that runs operations with the same key one after the other.
 * After `longestWaitMs`, an operation starts although the previous one still runs.
 */
export function createKeyedMutex(longestWaitMs: number = LONGEST_WAIT_MS): KeyedMutex {
  /**
   * Newest operation of each key.
   * The key's next operation waits until the newest one ends, up to a time limit.
   */
  const underWay = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = (underWay.get(key) ?? Promise.resolve()).catch(() => undefined)
    const isLimited = underWay.has(key) && longestWaitMs !== Infinity
    const turn = isLimited ? Promise.race([before, pause(longestWaitMs, undefined, { ref: false })]) : before
    const done = turn.then(work)
    underWay.set(key, done)
    try {
      return await done
    } finally {
      if (underWay.get(key) === done) underWay.delete(key)
    }
  }
}
