/** The calls of the configuration: read it, save it. */
import type { AnswerOf, RequestOf } from '#contract/endpoints.ts'
import { api, keyed } from '#web/calls/api.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    configuration: build.query<AnswerOf<'configuration'>['config'], void>({
      query: () => '/auth/config',
      transformResponse: (answer: AnswerOf<'configuration'>) => answer.config,
      // Whoever opens it again edits the newest version.
      keepUnusedDataFor: 0,
    }),
    saveConfiguration: build.mutation<
      AnswerOf<'saveConfiguration'>,
      { body: RequestOf<'saveConfiguration'>; key: string }
    >({
      query: ({ body, key }) => ({
        url: '/auth/config',
        method: 'POST',
        body,
        headers: keyed(key),
      }),
    }),
  }),
})

export const { useConfigurationQuery, useLazyConfigurationQuery, useSaveConfigurationMutation } = calls
