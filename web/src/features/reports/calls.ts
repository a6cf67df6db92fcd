/** The calls of the dispatcher's reports: what a resident reported before. */
import { api } from '#web/calls/api.ts'
import { query } from '#web/calls/endpoints.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    userReports: build.query(query('userReports')),
  }),
})

export const { useUserReportsQuery } = calls
