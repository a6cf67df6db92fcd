/** The call that opens a collected report again, as its resident says that it was not collected. */
import { api } from '#web/calls/api.ts'
import { command } from '#web/calls/endpoints.ts'

export const { useReopenReportMutation } = api.injectEndpoints({
  endpoints: (build) => ({ reopenReport: build.mutation(command('reopenReport')) }),
})
