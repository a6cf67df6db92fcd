/** Runs operations with the same key one after the other. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Default of the longest wait in ms, for a store that does not answer. */
const LONGEST_WAIT_MS = 10_000

export type KeyedMutex = <T>(key: string, work: () => T | Promise<T>) => Promise<T>

interface Operation {
  /** Resolves when the operation starts. */
  start: Promise<unknown>
  end: Promise<unknown>
}

/**
 * Runs an operation of a sender in turn.
 * Each sender has one operation in the key's queue.
 * A sender of thousands therefore keeps nobody else waiting.
 */
export const runInTurnOfSender = <T>(
  inTurn: KeyedMutex,
  { key, sender }: { key: string; sender: string },
  work: () => Promise<T>,
): Promise<T> => inTurn(`${key}\n${sender}`, () => inTurn(key, work))

/**
 * Returns a function that runs operations of one key in turn.
 * If an operation takes longer than `longestWaitMs`, the next one starts beside it.
 * The time in the queue does not count.
 * Otherwise all operations of a long queue would start at once.
 */
export function createKeyedMutex(
  longestWaitMs: number = LONGEST_WAIT_MS,
  pause: (ms: number) => Promise<unknown> = (ms) => sleep(ms, undefined, { ref: false }),
): KeyedMutex {
  /** Newest operation of each key, for which the key's next operation waits. */
  const underWay = new Map<string, Operation>()

  function turnAfter({ start, end }: Operation): Promise<unknown> {
    if (longestWaitMs === Infinity) return end
    const tooLong = start.then(() => pause(longestWaitMs))
    return Promise.race([end, tooLong])
  }

  return async (key, work) => {
    const before = underWay.get(key)
    const start = before ? turnAfter(before) : Promise.resolve()
    const done = start.then(work)
    const own = { start, end: done.catch(() => undefined) }
    underWay.set(key, own)
    try {
      return await done
    } finally {
      if (underWay.get(key) === own) underWay.delete(key)
    }
  }
}
