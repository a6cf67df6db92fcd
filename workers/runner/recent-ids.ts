/** Recently completed ids, in the order of the log. */

/** Exceeds any repetition: six weeks of hours, or three years of nights. */
const MAX_IDS = 1_000

/**
 * Adds an id and drops the oldest beyond the limit.
 * The log's order counts, not the ids'.
 * Ids contain times, and a fast clock may have produced future ones.
 */
export function addRecentId(ids: Set<string>, id: string): void {
  ids.add(id)
  for (const oldest of ids) {
    if (ids.size <= MAX_IDS) return
    ids.delete(oldest)
  }
}
