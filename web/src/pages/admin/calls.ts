/** API endpoints of the admin's dashboard: figures, reports, the security log and operations. */
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    adminStats: build.query(defineQuery('adminStats')),
    adminReports: build.query(defineQuery('adminReports')),
    securityLog: build.query(defineQuery('securityLog')),
    operations: build.query(defineQuery('operations')),
    operate: build.mutation(defineCommand('operate')),
  }),
})

export const { useAdminStatsQuery, useAdminReportsQuery, useSecurityLogQuery, useOperationsQuery, useOperateMutation } =
  calls
