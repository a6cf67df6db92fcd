/** Open data: computed once a minute and rate-limited per network. */
import { msg } from '#contract/languages/message.ts'
import type { Limiters } from '#platform/limiters.ts'
import { createNetworkLimit } from '../queries/network-limit.ts'

/** Limit per network; the file changes once a minute. */
const REQUESTS_PER_MINUTE = 30
/** Days with fewer reports in a zone could expose single households. */
const MIN_REPORTS = 5
/** Limit of cached periods. */
const MAX_CACHED_PERIODS = 20
const MINUTE_MS = 60_000

/**
 * Returns whether so few reports are included that the sum must be hidden.
 * Loads entered without reports expose no household.
 */
export const isTooFewReports = ({ reportsCount }: { reportsCount: number }): boolean =>
  reportsCount > 0 && reportsCount < MIN_REPORTS

export function createOpenData(limiters?: Limiters) {
  const cache = new Map<string, Promise<string>>()
  let minute = 0

  return {
    /** Counts a request; returns a rejection above the limit. */
    count: createNetworkLimit(
      'open-data',
      { most: REQUESTS_PER_MINUTE, advice: msg`The file changes once a minute: please try again then.` },
      limiters,
    ),
    /** Returns the period's file of this minute. Concurrent callers share one computation. */
    async once(period: string, now: Date, make: () => Promise<string>): Promise<string> {
      const present = Math.floor(now.getTime() / MINUTE_MS)
      if (present !== minute || cache.size >= MAX_CACHED_PERIODS) cache.clear()
      minute = present
      const pending = cache.get(period) ?? make()
      cache.set(period, pending)
      try {
        return await pending
      } catch (error) {
        cache.delete(period)
        throw error
      }
    },
  }
}
