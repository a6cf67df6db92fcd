/** The open data: counted once a minute however many ask, and for each network only so often. */
import type { Limiters } from '#platform/limiters.ts'
import { createNetworkLimit } from '../reading/network-limit.ts'

/** Of one network in a minute: the file changes no more often than that. */
const ASKED_PER_MINUTE = 30
/** Fewer reports than this on a zone's day might tell of single households. */
const FEWEST_REPORTS = 5
/** Periods that are kept at once; more are asked for by nobody who reads them. */
const MOST_KEPT = 20
const MINUTE_MS = 60_000

/** Whether so few reports stand behind loads that they are left out; loads that were entered without any are of no household. */
export const isOfFew = ({ reportsCount }: { reportsCount: number }): boolean =>
  reportsCount > 0 && reportsCount < FEWEST_REPORTS

export function createOpenData(limiters?: Limiters) {
  const kept = new Map<string, Promise<string>>()
  let minute = 0

  return {
    /** Counts a request; a rejection when there were too many. */
    count: createNetworkLimit(
      'open-data',
      { most: ASKED_PER_MINUTE, advice: 'The file changes once a minute: please try again then.' },
      limiters,
    ),
    /** What was made of a period in this minute; whoever comes while it is being made waits for the same. */
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
