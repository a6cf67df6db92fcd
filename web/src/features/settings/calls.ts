/** API endpoints of the configuration and of zones. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    configuration: build.query({
      ...defineQuery('configuration'),
      transformResponse: ({ config }: AnswerOf<'configuration'>) => config,
      // Caches nothing, so that a reopened dialog edits the newest version.
      keepUnusedDataFor: 0,
    }),
    saveConfiguration: build.mutation(defineCommand('saveConfiguration')),
    openZone: build.mutation(defineCommand('openZone')),
    changeZone: build.mutation(defineCommand('changeZone')),
    closeZone: build.mutation(defineCommand('closeZone')),
    moveResidents: build.mutation(defineCommand('moveResidents')),
  }),
})

export const {
  useConfigurationQuery,
  useLazyConfigurationQuery,
  useSaveConfigurationMutation,
  useOpenZoneMutation,
  useChangeZoneMutation,
  useCloseZoneMutation,
  useMoveResidentsMutation,
} = calls
