/** Processes many items in batches, so that users' commands run in between. */
import { setTimeout as pause } from 'node:timers/promises'

/** Number of items in a batch; they share one disk sync. */
const BATCH_SIZE = 8
/**
 * Ratio of the pause after a batch to the batch's duration.
 * A busier process thus pauses longer.
 */
const PAUSE_FACTOR = 2
const LONGEST_REST_MS = 250

/**
 * Processes the items in order.
 * Rejects at the first failure; finished items stay done.
 */
export type BatchProcessor = <T>(items: readonly T[], work: (part: readonly T[]) => Promise<void>) => Promise<void>

/**
 * Processes all items in one batch, without pauses.
 * Use it while no users wait, such as during seeding.
 */
export const processInOneBatch: BatchProcessor = (items, work) => work(items)

/** Processes small batches with pauses in between. */
export const processInBatches: BatchProcessor = async (items, work) => {
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    const began = performance.now()
    await work(items.slice(from, from + BATCH_SIZE))
    await pause(Math.min(LONGEST_REST_MS, PAUSE_FACTOR * (performance.now() - began)))
  }
}
