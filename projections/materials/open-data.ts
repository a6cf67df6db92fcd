/** Open data: computed once a minute and rate-limited per network. */
import type { Limiters } from '#platform/limiters.ts'
import { createNetworkLimit } from '../reading/network-limit.ts'

/** Limit per network; the file changes once a minute. */
const ASKED_PER_MINUTE = 30
/** Days with fewer reports in a zone could expose single households. */
const FEWEST_REPORTS = 5
/** Limit of cached periods. */
const MOST_KEPT = 20
const MINUTE_MS = 60_000

/**
 * Returns whether so few reports are included that the sum must be hidden.
 * Loads entered without reports expose no household.
 */
export const isOfFew = ({ reportsCount }: { reportsCount: number }): boolean =>
  reportsCount > 0 && reportsCount < FEWEST_REPORTS

export function createOpenData(limiters?: Limiters) {
  const kept = new Map<string, Promise<string>>()
  let minute = 0

  return {
    /** Counts a request; returns a rejection above the limit. */
    count: createNetworkLimit(
      'open-data',
      { most: ASKED_PER_MINUTE, advice: 'The file changes once a minute: please try again then.' },
      limiters,
    ),
    /** Returns the period's file of this minute. Concurrent callers share one computation. */
    async once(period: string, now: Date, make: () => Promise<string>): Promise<string> {
      const present = Math.floor(now.getTime() / MINUTE_MS)
      if (present !== minute || kept.size >= MOST_KEPT) kept.clear()
      minute = present
      const making = kept.get(period) ?? make()
      kept.set(period, making)
      try {
        return await making
      } catch (error) {
        kept.delete(period)
        throw error
      }
    },
  }
}
