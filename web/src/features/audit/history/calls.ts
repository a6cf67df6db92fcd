/** API endpoints of the history: pages in both directions, an event with its causes and changes, and names. */

import { useEffect } from 'react'
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery, requestOf } from '#web/lib/api/request.ts'
import { type Filter, type HistoryListState, historyQueryOf } from './history.ts'

const LIMIT = 100
export type HistoryPage = AnswerOf<'auditEvents'>
type PageCursor = { before: number } | { upTo: number } | { after: number } | { until: string } | Record<string, never>

export interface HistoryQuery {
  filter: Filter
  start: HistoryListState['start']
}

/** Returns the cursor of the page at which a list starts. */
function beginning(start: HistoryListState['start']): PageCursor {
  if (!start) return {}
  return 'day' in start ? { until: start.day } : { upTo: start.at }
}

/** A row of a view before and after an event. */
export type RowChange = AnswerOf<'changes'>['changes'][number]

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    historyPages: build.infiniteQuery<HistoryPage, HistoryQuery, PageCursor | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        // A refetch loads only the newest page, not all pages that were scrolled past.
        refetchCachedPages: false,
        getNextPageParam: ({ events, older }) => {
          const last = events.at(-1)
          return last && older > 0 ? { before: last.position } : undefined
        },
        getPreviousPageParam: ({ events: [first], newer }) =>
          first && newer > 0 ? { after: first.position } : undefined,
      },
      query: ({ queryArg: { filter, start }, pageParam }) =>
        requestOf('auditEvents', { ...historyQueryOf(filter), ...(pageParam ?? beginning(start)), limit: LIMIT }),
    }),
    auditEvents: build.query(defineQuery('auditEvents')),
    auditEvent: build.query(defineQuery('auditEvent')),
    auditFacets: build.query(defineQuery('auditFacets')),
    changes: build.query(defineQuery('changes')),
    openPerson: build.mutation(defineCommand('openPerson')),
  }),
})

export const {
  useHistoryPagesInfiniteQuery,
  useAuditEventsQuery,
  useLazyAuditEventsQuery,
  useAuditEventQuery,
  useAuditFacetsQuery,
  useChangesQuery,
  useOpenPersonMutation,
} = calls

export const POLL_INTERVAL_MS = 1_500

/** Calls `ask` at intervals while `on` is true. */
export function usePolling(on: boolean, ask: () => unknown): void {
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => void ask(), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [on, ask])
}
