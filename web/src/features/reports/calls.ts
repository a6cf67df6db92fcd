/** Endpoint that reports the user's bin as full. */
import { api } from '#web/lib/api/api.ts'
import { command } from '#web/lib/api/request.ts'

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({ reportBinFull: build.mutation(command('reportBinFull')) }),
})

/** `key` is the Idempotency-Key, the same for every retry of one report. */
export const { useReportBinFullMutation } = reportsApi

/** The same endpoint outside components, for stored reports. */
export const { reportBinFull } = reportsApi.endpoints
