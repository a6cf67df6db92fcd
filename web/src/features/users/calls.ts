/** The calls by which an admin finds, creates, changes and deletes users. */
import type { AnswerOf, QueryOf, RequestOf } from '#contract/endpoints.ts'
import { api, type Keyed, keyed } from '#web/calls/api.ts'

type Page = Pick<QueryOf<'adminUsers'>, 'page' | 'size'> & Partial<QueryOf<'adminUsers'>>

const userPath = (id: string) => `/auth/admin/users/${encodeURIComponent(id)}`

const calls = api.enhanceEndpoints({ addTagTypes: ['AdminUsers'] }).injectEndpoints({
  endpoints: (build) => ({
    adminUsers: build.query<AnswerOf<'adminUsers'>, Page>({
      query: (params) => ({ url: '/auth/admin/users', params }),
      providesTags: ['AdminUsers'],
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
    deleteUser: build.mutation<AnswerOf<'deleteUser'>, { id: string } & Keyed>({
      query: ({ id, key }) => ({ url: userPath(id), method: 'DELETE', headers: keyed(key) }),
    }),
  }),
})

export const {
  useAdminUsersQuery,
  useCreateStaffMutation,
  useChangeUserMutation,
  useDeleteUserMutation,
  useConfirmUserMutation,
  useDropSecondFactorMutation,
} = calls

/** Has the lists of users fetched again. */
export const usersChanged = () => calls.util.invalidateTags(['AdminUsers'])
