/** The admin's calls: figures, the lists of users and reports, and changing users. */
import type { AnswerOf, QueryOf, RequestOf } from '#contract/endpoints.ts'
import { api, type Keyed, keyed } from '#web/app/api.ts'

type Page = Pick<QueryOf<'adminUsers'>, 'page' | 'size'> & Partial<QueryOf<'adminUsers'>>

const userPath = (id: string) => `/auth/admin/users/${encodeURIComponent(id)}`

const calls = api.enhanceEndpoints({ addTagTypes: ['AdminUsers'] }).injectEndpoints({
  endpoints: (build) => ({
    adminStats: build.query<AnswerOf<'adminStats'>, void>({ query: () => '/auth/admin/stats' }),
    adminUsers: build.query<AnswerOf<'adminUsers'>, Page>({
      query: (params) => ({ url: '/auth/admin/users', params }),
      providesTags: ['AdminUsers'],
    }),
    adminReports: build.query<AnswerOf<'adminReports'>, Page>({
      query: (params) => ({ url: '/auth/admin/reports', params }),
    }),
    createStaff: build.mutation<AnswerOf<'createStaff'>, { body: RequestOf<'createStaff'> } & Keyed>({
      query: ({ body, key }) => ({ url: '/auth/admin/users', method: 'POST', body, headers: keyed(key) }),
    }),
    changeUser: build.mutation<AnswerOf<'changeUser'>, { id: string; body: RequestOf<'changeUser'> } & Keyed>({
      query: ({ id, body, key }) => ({ url: userPath(id), method: 'PATCH', body, headers: keyed(key) }),
    }),
    confirmUser: build.mutation<AnswerOf<'confirmUser'>, { id: string } & Keyed>({
      query: ({ id, key }) => ({ url: `${userPath(id)}/confirm`, method: 'POST', headers: keyed(key) }),
    }),
    dropSecondFactor: build.mutation<AnswerOf<'dropSecondFactor'>, { id: string } & Keyed>({
      query: ({ id, key }) => ({ url: `${userPath(id)}/second-factor`, method: 'DELETE', headers: keyed(key) }),
    }),
    securityLog: build.query<AnswerOf<'securityLog'>, QueryOf<'securityLog'>>({
      query: (params) => ({ url: '/auth/admin/security', params }),
    }),
    deleteUser: build.mutation<AnswerOf<'deleteUser'>, { id: string } & Keyed>({
      query: ({ id, key }) => ({ url: userPath(id), method: 'DELETE', headers: keyed(key) }),
    }),
  }),
})

export const {
  useAdminStatsQuery,
  useAdminUsersQuery,
  useAdminReportsQuery,
  useCreateStaffMutation,
  useChangeUserMutation,
  useDeleteUserMutation,
  useConfirmUserMutation,
  useDropSecondFactorMutation,
  useSecurityLogQuery,
} = calls

/** Has the lists of users fetched again. */
export const usersChanged = () => calls.util.invalidateTags(['AdminUsers'])
