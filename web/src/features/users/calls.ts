/** API endpoints of users for admins: search, create, change and delete. */
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'

const calls = api.enhanceEndpoints({ addTagTypes: ['AdminUsers'] }).injectEndpoints({
  endpoints: (build) => ({
    adminUsers: build.query({ ...defineQuery('adminUsers'), providesTags: ['AdminUsers'] }),
    createStaff: build.mutation(defineCommand('createStaff')),
    changeUser: build.mutation(defineCommand('changeUser')),
    confirmUser: build.mutation(defineCommand('confirmUser')),
    dropSecondFactor: build.mutation(defineCommand('dropSecondFactor')),
    deleteUser: build.mutation(defineCommand('deleteUser')),
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

/** Causes the lists of users to reload. */
export const invalidateUsers = () => calls.util.invalidateTags(['AdminUsers'])
