/** Endpoints of the configuration and of zones. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    configuration: build.query({
      ...query('configuration'),
      transformResponse: ({ config }: AnswerOf<'configuration'>) => config,
      // Does not cache, so that a reopened dialog edits the newest version.
      keepUnusedDataFor: 0,
    }),
    saveConfiguration: build.mutation(command('saveConfiguration')),
    openZone: build.mutation(command('openZone')),
    changeZone: build.mutation(command('changeZone')),
    closeZone: build.mutation(command('closeZone')),
    moveResidents: build.mutation(command('moveResidents')),
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
