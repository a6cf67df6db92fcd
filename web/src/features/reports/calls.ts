/** API endpoint that reports the user's bin as full. */
import { api } from '#web/lib/api/api.ts'
import { defineCommand } from '#web/lib/api/request.ts'

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({ reportBinFull: build.mutation(defineCommand('reportBinFull')) }),
})

/**
 * Hook for reporting a full bin.
 * Retries use the same Idempotency-Key `key`.
 */
export const { useReportBinFullMutation } = reportsApi

/**
 * Endpoint that reports a full bin.
 * The outbox sends stored reports with it.
 */
export const { reportBinFull } = reportsApi.endpoints
