/** What is written of many at once, in parts: people's own commands come in between. */
import { setTimeout as pause } from 'node:timers/promises'

/** So many share a sync of the disk. */
const AT_ONCE = 8
/** Then others have their turn, for so many times as long as the part took: the busier a process is, the longer. */
const REST = 2
const LONGEST_REST_MS = 250

/** Works through the items in order, some at a time. Rejects with the first failure; what is done then stays done. */
export async function inParts<T>(items: readonly T[], work: (part: readonly T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const began = performance.now()
    await work(items.slice(from, from + AT_ONCE))
    await pause(Math.min(LONGEST_REST_MS, REST * (performance.now() - began)))
  }
}
