/** Batches time-travel reads, so a page's nine reads become one request. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Rejection } from '#contract/door/problems.ts'
import type { Replayed } from '#platform/http/past.ts'
import type { Asks, ReadAsked } from './asked.ts'

/** Batch limit: two auditors' pages, short enough for other waiting work. */
const MOST_AT_ONCE = 18

interface Waiting {
  asked: ReadAsked
  isWanted(): boolean
  resolve(answer: Rejection | Replayed | undefined): void
  reject(reason: unknown): void
}

type Ask = (reads: readonly ReadAsked[]) => Promise<Asks['reads']['answered']>

/** Sends reads in order. Reads no longer wanted resolve to undefined. */
export function gatherReads(ask: Ask) {
  let waiting: Waiting[] = []
  let asking = false

  async function askTogether(together: readonly Waiting[]): Promise<void> {
    try {
      const answers = await ask(together.map(({ asked }) => asked))
      for (const [n, answer] of answers.entries()) {
        if (answer.status === 'fulfilled') together[n]?.resolve(answer.value)
        else together[n]?.reject(answer.reason)
        // One answer per turn lets other work run in between.
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
      // Runs after everything that arrived in this turn.
      setImmediate(askAll)
    })
}
