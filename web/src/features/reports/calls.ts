/** Endpoints of the dispatcher's reports: a resident's earlier ones. */
import { api } from '#web/calls/api.ts'
import { query } from '#web/calls/endpoints.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    userReports: build.query(query('userReports')),
  }),
})

export const { useUserReportsQuery } = calls
