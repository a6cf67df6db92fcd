/** Endpoints of the profile page alone: change the profile and export the data. */
import { api } from '#web/calls/api.ts'
import { command } from '#web/calls/endpoints.ts'
import { file } from '#web/calls/file.ts'

export const { useChangeProfileMutation, useOwnDataMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    changeProfile: build.mutation(command('changeProfile')),
    ownData: build.mutation(file('ownData')),
  }),
})
