/** The calls of the profile page alone: to change what it says, and to take all of it along. */
import { api } from '#web/calls/api.ts'
import { command } from '#web/calls/endpoints.ts'
import { file } from '#web/calls/file.ts'

export const { useChangeProfileMutation, useOwnDataMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    changeProfile: build.mutation(command('changeProfile')),
    ownData: build.mutation(file('ownData')),
  }),
})
