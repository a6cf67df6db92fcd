/** The call that reports the reader's bin as full. */
import { api } from '#web/calls/api.ts'
import { command } from '#web/calls/endpoints.ts'

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({ reportBinFull: build.mutation(command('reportBinFull')) }),
})

/** `key` is the Idempotency-Key: with the same body the same for every retry of one report. */
export const { useReportBinFullMutation } = reportsApi

/** The same call without a screen, for reports that waited for a network. */
export const { reportBinFull } = reportsApi.endpoints
