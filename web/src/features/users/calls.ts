/** Admins' endpoints of users: search, create, change and delete. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

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

/** Reloads the lists of users. */
export const usersChanged = () => calls.util.invalidateTags(['AdminUsers'])
