/** Endpoints of the configuration: load and save. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    configuration: build.query({
      ...query('configuration'),
      transformResponse: ({ config }: AnswerOf<'configuration'>) => config,
      // A reopened dialog edits the newest version.
      keepUnusedDataFor: 0,
    }),
    saveConfiguration: build.mutation(command('saveConfiguration')),
  }),
})

export const { useConfigurationQuery, useLazyConfigurationQuery, useSaveConfigurationMutation } = calls

const zoneCallsEndpoints = api.injectEndpoints({
  endpoints: (build) => ({
    openZone: build.mutation(command('openZone')),
    changeZone: build.mutation(command('changeZone')),
    closeZone: build.mutation(command('closeZone')),
    moveResidents: build.mutation(command('moveResidents')),
  }),
})

/** Endpoints of zones: open, change, close, and move residents. */
export const { useOpenZoneMutation, useChangeZoneMutation, useCloseZoneMutation, useMoveResidentsMutation } =
  zoneCallsEndpoints
