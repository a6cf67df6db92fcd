/** Runs operations with the same key one after the other. */
import { setTimeout as pause } from 'node:timers/promises'

/** Maximum wait in ms for the previous operation with the same key, if the store does not answer. */
const LONGEST_WAIT_MS = 10_000

export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedMutex(): KeyedMutex {
  /**
   * Newest operation of each key.
   * The key's next operation waits until the newest one ends, up to a time limit.
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
