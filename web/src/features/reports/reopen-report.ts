/** Endpoint that reopens a collected report on its resident's word. */
import { api } from '#web/calls/api.ts'
import { command } from '#web/calls/endpoints.ts'

export const { useReopenReportMutation } = api.injectEndpoints({
  endpoints: (build) => ({ reopenReport: build.mutation(command('reopenReport')) }),
})
