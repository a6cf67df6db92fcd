/** Endpoints of zones: open, change, close, and move residents. */
import { api } from '#web/lib/api/api.ts'
import { command } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    openZone: build.mutation(command('openZone')),
    changeZone: build.mutation(command('changeZone')),
    closeZone: build.mutation(command('closeZone')),
    moveResidents: build.mutation(command('moveResidents')),
  }),
})

export const { useOpenZoneMutation, useChangeZoneMutation, useCloseZoneMutation, useMoveResidentsMutation } = calls
