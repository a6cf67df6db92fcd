/** Open data file: computed once a minute and rate-limited per network. */
import { msg } from '#contract/languages/message.ts'
import type { CreateLimiter } from '#platform/limiters.ts'
import { createNetworkLimit } from '../queries/network-limit.ts'

/** Limit of requests per network and minute. The file changes only once a minute. */
const REQUESTS_PER_MINUTE = 30
/** Figures of fewer reports in a zone and day are hidden, since they could expose single households. */
const MIN_REPORTS = 5
/** Limit of cached periods. */
const MAX_CACHED_PERIODS = 20
const MINUTE_MS = 60_000

/** Whether a sum contains so few reports that it must be hidden. A sum without reports exposes no household. */
export const hasTooFewReports = ({ reportsCount }: { reportsCount: number }): boolean =>
  reportsCount > 0 && reportsCount < MIN_REPORTS

export function createOpenDataReader(limiters?: CreateLimiter) {
  const cache = new Map<string, Promise<string>>()
  let minute = 0

  return {
    /** Counts a request of a network. Returns a rejection above the limit. */
    count: createNetworkLimit(
      'open-data',
      { most: REQUESTS_PER_MINUTE, advice: msg`The file is updated once a minute. Please try again in a minute.` },
      limiters,
    ),
    /** Returns the file of a period for the present minute. Simultaneous callers share one computation. */
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
