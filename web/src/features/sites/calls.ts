/** Endpoints of dumping sites: composition by day, and updates of it. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    updateComposition: build.mutation(command('updateComposition')),
    compositionDays: build.query(query('compositionDays')),
  }),
})

export const { useUpdateCompositionMutation, useCompositionDaysQuery, useLazyCompositionDaysQuery } = calls
