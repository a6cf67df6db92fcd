/** Ids of recently completed work, in the order of the log. */

/**
 * Number of remembered ids.
 * 1,000 hourly ids cover six weeks, 1,000 nightly ids three years. No id is repeated after so long a time.
 */
const MAX_IDS = 1_000

/**
 * Adds an id, and drops the oldest ids beyond the limit.
 * The order in the log determines the age.
 * The times inside ids do not, because a fast clock may have created future ones.
 */
export function addRecentId(ids: Set<string>, id: string): void {
  ids.add(id)
  for (const oldest of ids) {
    if (ids.size <= MAX_IDS) return
    ids.delete(oldest)
  }
}
