/** Gathers reads of the past that wait for the thread, so that a board's nine are one errand to it and not nine. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Rejection } from '#contract/door/problems.ts'
import type { Replayed } from '#platform/http/past.ts'
import type { Asks, ReadAsked } from './asked.ts'

/** So many at once: the boards of two auditors, and hardly longer for what else waits for the thread. */
const MOST_AT_ONCE = 18

interface Waiting {
  asked: ReadAsked
  isWanted(): boolean
  resolve(answer: Rejection | Replayed | undefined): void
  reject(reason: unknown): void
}

type Ask = (reads: readonly ReadAsked[]) => Promise<Asks['reads']['answered']>

/** Those that came first are asked first; what nobody wants by then any more is not, and is answered with undefined. */
export function gatherReads(ask: Ask) {
  let waiting: Waiting[] = []
  let asking = false

  async function askTogether(together: readonly Waiting[]): Promise<void> {
    try {
      const answers = await ask(together.map(({ asked }) => asked))
      for (const [n, answer] of answers.entries()) {
        if (answer.status === 'fulfilled') together[n]?.resolve(answer.value)
        else together[n]?.reject(answer.reason)
        // Each is sent in a turn of its own, so that what else comes goes in between.
        await nextTurn()
      }
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  async function askAll(): Promise<void> {
    while (waiting.length > 0) {
      const wanted = waiting.filter((each) => each.isWanted())
      for (const each of waiting) if (!wanted.includes(each)) each.resolve(undefined)
      waiting = wanted.slice(MOST_AT_ONCE)
      if (wanted.length > 0) await askTogether(wanted.slice(0, MOST_AT_ONCE))
    }
    asking = false
  }

  return (asked: ReadAsked, isWanted: () => boolean): Promise<Rejection | Replayed | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, isWanted, resolve, reject })
      if (asking) return
      asking = true
      // After whatever has come over other connections in this turn.
      setImmediate(askAll)
    })
}
