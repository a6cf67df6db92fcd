/**
 * Endpoints of the replay: density of events, and differences between two moments.
 * They concern the log, independent of the visible moment.
 */
import type { Compared, Comparison } from '#contract/audit/comparison.ts'
import { api } from '#web/lib/api/api.ts'
import { query, requestOf } from '#web/lib/api/request.ts'

/** Differences per page. */
const SIZE = 50

/** A list at two moments, each a position or a time. */
export interface TwoMoments {
  board: Compared
  one: string
  other: string
}

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    density: build.query(query('density')),
    comparisonPages: build.infiniteQuery<Comparison, TwoMoments, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: ({ added, gone, changed }, _, page) =>
          page * SIZE < added + gone + changed ? page + 1 : undefined,
      },
      query: ({ queryArg, pageParam }) => requestOf('comparison', { ...queryArg, page: pageParam, size: SIZE }),
    }),
  }),
})

export const { useDensityQuery, useComparisonPagesInfiniteQuery } = calls
