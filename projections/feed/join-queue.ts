/** Orders joins: one at a time, in order per user, with pauses. */
import { type RowRateLimit, systemFeedClock } from './limits.ts'

/** Pause after reading a large room, as a multiple of the read's time. */
const REST_FACTOR = 9
const MAX_REST_MS = 200
const LARGE_ROOM_ROWS = 200

export interface JoinQueue {
  /**
   * Runs a join's work when its turn comes.
   * The work returns its answer and the count of rows read.
   */
  wait<T>(userId: string, work: () => Promise<{ rows: number; answer: T }>): Promise<T>
}

export function createJoinQueue(pace: RowRateLimit, { now, pause } = systemFeedClock): JoinQueue {
  /** Last pending join of each user. */
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
    all = done.catch(() => undefined).then(() => resting)
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
