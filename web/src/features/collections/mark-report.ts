/** The call that marks one report collected. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api, keyed } from '#web/app/api.ts'

const collectionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    markReport: build.mutation<AnswerOf<'markReport'>, { id: string; key: string }>({
      query: ({ id, key }) => ({
        url: `/auth/reports/${encodeURIComponent(id)}/status`,
        method: 'PATCH',
        headers: keyed(key),
        body: { status: 'collected' },
      }),
    }),
  }),
})

/** `key` is the Idempotency-Key: the same for every retry. */
export const { useMarkReportMutation } = collectionsApi
