/** Endpoints of the profile page alone: change the profile and export the data. */
import { api } from '#web/lib/api/api.ts'
import { file } from '#web/lib/api/file.ts'
import { command } from '#web/lib/api/request.ts'

export const { useChangeProfileMutation, useOwnDataMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    changeProfile: build.mutation(command('changeProfile')),
    ownData: build.mutation(file('ownData')),
  }),
})
