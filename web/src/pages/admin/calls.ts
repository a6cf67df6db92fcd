/** The calls of the admin's dashboard: figures, the list of reports and the security log. */
import type { AnswerOf, QueryOf } from '#contract/endpoints.ts'
import { api } from '#web/calls/api.ts'

type Page = Pick<QueryOf<'adminReports'>, 'page' | 'size'> & Partial<QueryOf<'adminReports'>>

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    adminStats: build.query<AnswerOf<'adminStats'>, void>({ query: () => '/auth/admin/stats' }),
    adminReports: build.query<AnswerOf<'adminReports'>, Page>({
      query: (params) => ({ url: '/auth/admin/reports', params }),
    }),
    securityLog: build.query<AnswerOf<'securityLog'>, QueryOf<'securityLog'>>({
      query: (params) => ({ url: '/auth/admin/security', params }),
    }),
  }),
})

export const { useAdminStatsQuery, useAdminReportsQuery, useSecurityLogQuery } = calls
