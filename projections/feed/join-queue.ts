/**
 * Orders the clients' joins of feed rooms.
 * Runs one read at a time, each user's joins in order, with pauses after large reads.
 * Other work runs between two reads.
 */
import { type RowRateLimit, systemFeedClock } from './limits.ts'

/** Pause after a large feed room was read, as a multiple of the time that the read took. */
const REST_FACTOR = 9
const MAX_REST_MS = 200
const LARGE_ROOM_ROWS = 200

export interface JoinQueue {
  /**
   * Runs the work of a client's join when its turn comes.
   * `work` returns the answer and the number of rows read.
   */
  wait<T>(userId: string, work: () => Promise<{ rows: number; answer: T }>): Promise<T>
}

export function createJoinQueue(pace: RowRateLimit, { now, pause } = systemFeedClock): JoinQueue {
  /** Newest join of each user, for which the user's next join waits. */
  const users = new Map<string, Promise<unknown>>()
  let all: Promise<unknown> = Promise.resolve()

  async function restAfter(rows: number, began: number): Promise<void> {
    if (rows > LARGE_ROOM_ROWS) await pause(Math.min(MAX_REST_MS, (now() - began) * REST_FACTOR))
  }

  /** Runs a read after all queued reads and their pauses. */
  function enqueueRead<T>(userId: string, work: () => Promise<{ rows: number; answer: T }>): Promise<T> {
    let resting = Promise.resolve()
    const done = all.then(async () => {
      const began = now()
      const { rows, answer } = await work()
      pace.spend(userId, rows)
      resting = restAfter(rows, began)
      return answer
    })
    all = done
      .catch(() => undefined)
      .then(() => resting)
      .then(() => new Promise<void>((resolve) => setImmediate(resolve)))
    return done
  }

  return {
    wait(userId, work) {
      const done = (users.get(userId) ?? Promise.resolve()).then(async () => {
        const wait = pace.wait(userId)
        if (wait > 0) await pause(wait)
        return enqueueRead(userId, work)
      })
      const end = done
        .catch(() => undefined)
        .then(() => {
          if (users.get(userId) === end) users.delete(userId)
        })
      users.set(userId, end)
      return done
    },
  }
}
