/** Endpoints of the admin's dashboard: figures, reports, the security log and operations. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    adminStats: build.query(query('adminStats')),
    adminReports: build.query(query('adminReports')),
    securityLog: build.query(query('securityLog')),
    operations: build.query(query('operations')),
    operate: build.mutation(command('operate')),
  }),
})

export const { useAdminStatsQuery, useAdminReportsQuery, useSecurityLogQuery, useOperationsQuery, useOperateMutation } =
  calls
