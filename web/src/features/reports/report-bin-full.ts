/** The call that reports the reader's bin as full. */
import type { AnswerOf, RequestOf } from '#contract/endpoints.ts'
import { api, keyed } from '#web/calls/api.ts'

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportBinFull: build.mutation<AnswerOf<'reportBinFull'>, RequestOf<'reportBinFull'> & { key: string }>({
      query: ({ key, ...body }) => ({
        url: '/auth/report-bin-full',
        method: 'POST',
        headers: keyed(key),
        body,
      }),
    }),
  }),
})

/** `key` is the Idempotency-Key: with the same body the same for every retry of one report. */
export const { useReportBinFullMutation } = reportsApi

/** The same call without a screen, for reports that waited for a network. */
export const { reportBinFull } = reportsApi.endpoints
