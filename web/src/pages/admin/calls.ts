/** Endpoints of the admin's dashboard: figures, reports and the security log. */
import { api } from '#web/calls/api.ts'
import { query } from '#web/calls/endpoints.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    adminStats: build.query(query('adminStats')),
    adminReports: build.query(query('adminReports')),
    securityLog: build.query(query('securityLog')),
  }),
})

export const { useAdminStatsQuery, useAdminReportsQuery, useSecurityLogQuery } = calls
