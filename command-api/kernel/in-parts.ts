/** What is written of many at once, in parts: people's own commands come in between. */
import { setTimeout as pause } from 'node:timers/promises'

/** So many share a sync of the disk. */
const AT_ONCE = 8
/** Then others have their turn, for so many times as long as the part took: the busier a process is, the longer. */
const REST = 2
const LONGEST_REST_MS = 250

/** Works through the items in order. Rejects with the first failure; what is done then stays done. */
export type Pace = <T>(items: readonly T[], work: (part: readonly T[]) => Promise<void>) => Promise<void>

/** All in one part: where nobody waits for a turn. */
export const atOnce: Pace = (items, work) => work(items)

/** Some at a time, with rests between. */
export const inParts: Pace = async (items, work) => {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const began = performance.now()
    await work(items.slice(from, from + AT_ONCE))
    await pause(Math.min(LONGEST_REST_MS, REST * (performance.now() - began)))
  }
}
