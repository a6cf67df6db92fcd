/** Ids of recently completed work, in the order of the log. */

/** Number of ids: six weeks of hours, or three years of nights. No repetition comes later. */
const MAX_IDS = 1_000

/**
 * Adds an id and drops the oldest beyond the limit.
 * Age is the order in the log.
 * Ids contain times too, but a fast clock may have created future ones.
 */
export function addRecentId(ids: Set<string>, id: string): void {
  ids.add(id)
  for (const oldest of ids) {
    if (ids.size <= MAX_IDS) return
    ids.delete(oldest)
  }
}
