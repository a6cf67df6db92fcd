/** API endpoints of the place of a bin. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'

const calls = api.enhanceEndpoints({ addTagTypes: ['OwnBin'] }).injectEndpoints({
  endpoints: (build) => ({
    ownBin: build.query({
      ...defineQuery('ownBin'),
      providesTags: ['OwnBin'],
      transformResponse: ({ bin }: AnswerOf<'ownBin'>) => bin,
    }),
    placeBin: build.mutation({
      ...defineCommand('placeBin'),
      // Stores the place from the response, because a new request could return an older place.
      async onQueryStarted(_place, { dispatch, queryFulfilled }): Promise<void> {
        // The error is dropped here, because the form that saved shows it.
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) dispatch(calls.util.updateQueryData('ownBin', undefined, () => answer.data.bin))
      },
    }),
    zoneCentres: build.query({
      ...defineQuery('zones'),
      transformResponse: ({ centres }: AnswerOf<'zones'>) => centres,
    }),
  }),
})

export const { useOwnBinQuery, usePlaceBinMutation, useZoneCentresQuery } = calls
