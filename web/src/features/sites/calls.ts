/** The calls of the dumping sites: updating a composition. */
import { api } from '#web/calls/api.ts'
import { command } from '#web/calls/endpoints.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({ updateComposition: build.mutation(command('updateComposition')) }),
})

export const { useUpdateCompositionMutation } = calls
