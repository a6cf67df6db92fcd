/** Endpoints of the admin's dashboard: figures, reports and the security log. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    adminStats: build.query(query('adminStats')),
    adminReports: build.query(query('adminReports')),
    securityLog: build.query(query('securityLog')),
  }),
})

export const { useAdminStatsQuery, useAdminReportsQuery, useSecurityLogQuery } = calls

const callsEndpoints = api.injectEndpoints({
  endpoints: (build) => ({
    operations: build.query(query('operations')),
    operate: build.mutation(command('operate')),
  }),
})

/** Endpoints of the operations tab. */
export const { useOperationsQuery, useOperateMutation } = callsEndpoints
