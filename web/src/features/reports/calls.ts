/** API endpoint that reports the user's bin as full. */
import { api } from '#web/lib/api/api.ts'
import { defineCommand } from '#web/lib/api/request.ts'

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({ reportBinFull: build.mutation(defineCommand('reportBinFull')) }),
})

/** Hook for reporting a full bin. `key` is the Idempotency-Key; all retries of one report use the same key. */
export const { useReportBinFullMutation } = reportsApi

/** Endpoint for reporting a full bin, without a hook. The code that sends stored reports uses it. */
export const { reportBinFull } = reportsApi.endpoints
