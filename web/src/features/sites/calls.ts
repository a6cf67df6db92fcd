/** The calls of the dumping sites: updating a composition. */
import type { AnswerOf, RequestOf } from '#contract/endpoints.ts'
import { api, keyed } from '#web/calls/api.ts'

interface UpdateComposition {
  siteId: string
  body: RequestOf<'updateComposition'>
  /** The Idempotency-Key: the same for every retry. */
  key: string
}

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    updateComposition: build.mutation<AnswerOf<'updateComposition'>, UpdateComposition>({
      query: ({ siteId, body, key }) => ({
        url: `/auth/waste-sites/${encodeURIComponent(siteId)}/composition`,
        method: 'POST',
        body,
        headers: keyed(key),
      }),
    }),
  }),
})

export const { useUpdateCompositionMutation } = calls
