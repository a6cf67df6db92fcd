/** Runs operations with the same key one after the other. */
import { setTimeout as pause } from 'node:timers/promises'

/** Default of the longest wait in ms, for a store that does not answer. */
const LONGEST_WAIT_MS = 10_000

export type KeyedMutex = <T>(key: string, work: () => T | Promise<T>) => Promise<T>

/**
 * Returns a function that runs operations of one key in turn.
 * After `longestWaitMs`, an operation starts although the previous one still runs.
 */
export function createKeyedMutex(longestWaitMs: number = LONGEST_WAIT_MS): KeyedMutex {
  /**
   * Newest operation of each key.
   * The key's next operation waits for it, up to the limit.
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
