/** The replay's own calls: how many events happened when, and what differs between two moments. They tell of the log, whatever moment is shown. */
import type { Compared, Comparison } from '#contract/audit/comparison.ts'
import { api } from '#web/calls/api.ts'
import { query } from '#web/calls/endpoints.ts'
import { requestOf } from '#web/calls/request.ts'

/** Differences at a time. */
const SIZE = 50

/** A list of the boards at two moments, each a position or a time. */
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
