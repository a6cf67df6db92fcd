/** The calls by which an admin finds, creates, changes and deletes users. */
import { api } from '#web/calls/api.ts'
import { command, query } from '#web/calls/endpoints.ts'

const calls = api.enhanceEndpoints({ addTagTypes: ['AdminUsers'] }).injectEndpoints({
  endpoints: (build) => ({
    adminUsers: build.query({ ...query('adminUsers'), providesTags: ['AdminUsers'] }),
    createStaff: build.mutation(command('createStaff')),
    changeUser: build.mutation(command('changeUser')),
    confirmUser: build.mutation(command('confirmUser')),
    dropSecondFactor: build.mutation(command('dropSecondFactor')),
    deleteUser: build.mutation(command('deleteUser')),
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
