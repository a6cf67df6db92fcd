/** GETs of the feed's polling, which need the position of the response. */
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import type { EndpointName } from '#contract/routes.ts'
import { api, INVALID_DATA } from '#web/lib/api/api.ts'
import { requestOf } from '#web/lib/api/request.ts'
import type { Store } from '#web/lib/api/store.ts'
import type { HttpGet } from './polling.ts'

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    fetchForFeed: build.query<
      { body: unknown; position: string; time: string | null },
      { name: EndpointName; named: Record<string, string> }
    >({
      query: ({ name, named }) => requestOf(name, named),
      keepUnusedDataFor: 0,
      transformResponse(body, meta) {
        const headers = (meta as FetchBaseQueryMeta | undefined)?.response?.headers
        const position = headers?.get('X-Position')
        if (!position) throw new Error(INVALID_DATA)
        return { body, position, time: headers?.get('X-Moment') ?? null }
      },
    }),
  }),
})

/** Returns a GET with the store's session; it rejects with a Failure. */
export function httpGetOf(store: Store): HttpGet {
  return async (name, named) => {
    const call = store.dispatch(
      endpoints.fetchForFeed.initiate({ name, named }, { forceRefetch: true, subscribe: false }),
    )
    const { body, ...read } = await call.unwrap()
    return { body: body as never, ...read }
  }
}
