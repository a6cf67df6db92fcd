/** The calls of the dumping sites: what they held day by day, and updating a composition. */
import { api } from '#web/calls/api.ts'
import { command, query } from '#web/calls/endpoints.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    updateComposition: build.mutation(command('updateComposition')),
    compositionDays: build.query(query('compositionDays')),
  }),
})

export const { useUpdateCompositionMutation, useCompositionDaysQuery, useLazyCompositionDaysQuery } = calls
