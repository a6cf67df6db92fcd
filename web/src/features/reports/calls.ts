/** Endpoint that reports the user's bin as full. */
import { api } from '#web/lib/api/api.ts'
import { defineCommand } from '#web/lib/api/request.ts'

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({ reportBinFull: build.mutation(defineCommand('reportBinFull')) }),
})

/** `key` is the Idempotency-Key; all retries of one report use the same one. */
export const { useReportBinFullMutation } = reportsApi

/** The same endpoint for use outside components, where stored reports are sent. */
export const { reportBinFull } = reportsApi.endpoints
