/** In which order joins are read: one at a time, those of one user one after the other, and never so many that boards wait. */
import { systemClock } from './clock.ts'
import type { Pace } from './pace.ts'

/** After a large room the line rests for so many times as long as it took: boards and commands have the rest of the time. */
const REST = 9
const LONGEST_REST_MS = 200
const LARGE = 200

export interface Lines {
  /** Does the work when it is the user's turn. It answers how many rows it has read, and with what. */
  wait<T>(userId: string, work: () => Promise<{ rows: number; answer: T }>): Promise<T>
}

export function createLines(pace: Pace, { now, pause } = systemClock): Lines {
  /** Of each user who has a join in line: the end of their last one. */
  const users = new Map<string, Promise<unknown>>()
  let all: Promise<unknown> = Promise.resolve()

  async function restAfter(rows: number, began: number): Promise<void> {
    if (rows > LARGE) await pause(Math.min(LONGEST_REST_MS, (now() - began) * REST))
  }

  /** After whatever waits already; the next one waits for the rest, too. */
  function oneByOne<T>(userId: string, work: () => Promise<{ rows: number; answer: T }>): Promise<T> {
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
        return oneByOne(userId, work)
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
