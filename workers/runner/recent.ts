/** Ids that were done lately, in the order of the log. */

/** More than any that is asked for again: six weeks of hours, or three years of nights. */
const MOST = 1_000

/**
 * Adds an id, and drops the oldest beyond the limit. The order of the log counts, not that of the ids: ids are made of times, and a
 * clock that was once ahead made some that lie in the future.
 */
export function addRecent(ids: Set<string>, id: string): void {
  ids.add(id)
  for (const oldest of ids) {
    if (ids.size <= MOST) return
    ids.delete(oldest)
  }
}
