/** The calls of the configuration: read it, save it. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/calls/api.ts'
import { command, query } from '#web/calls/endpoints.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    configuration: build.query({
      ...query('configuration'),
      transformResponse: ({ config }: AnswerOf<'configuration'>) => config,
      // Whoever opens it again edits the newest version.
      keepUnusedDataFor: 0,
    }),
    saveConfiguration: build.mutation(command('saveConfiguration')),
  }),
})

export const { useConfigurationQuery, useLazyConfigurationQuery, useSaveConfigurationMutation } = calls
