/** Processes many items in batches, so that users' commands run in between. */
import { setTimeout as pause } from 'node:timers/promises'

/** Batch size; a batch shares one disk sync. */
const AT_ONCE = 8
/**
 * Pause after a batch, as a multiple of its duration.
 * A busier process pauses longer.
 */
const REST = 2
const LONGEST_REST_MS = 250

/**
 * Processes the items in order.
 * Rejects with the first failure; finished work stays.
 */
export type Pace = <T>(items: readonly T[], work: (part: readonly T[]) => Promise<void>) => Promise<void>

/** Processes everything in one batch, for cases without concurrent users. */
export const atOnce: Pace = (items, work) => work(items)

/** Processes small batches with pauses in between. */
export const inParts: Pace = async (items, work) => {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const began = performance.now()
    await work(items.slice(from, from + AT_ONCE))
    await pause(Math.min(LONGEST_REST_MS, REST * (performance.now() - began)))
  }
}
