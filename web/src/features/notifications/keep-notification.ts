/** The calls that mark a notification read and archive it. */
import { api } from '#web/calls/api.ts'
import { command } from '#web/calls/endpoints.ts'

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readNotification: build.mutation(command('readNotification')),
    archiveNotification: build.mutation(command('archiveNotification')),
  }),
})

/** `key` is the Idempotency-Key: the same for every retry. */
export const { useReadNotificationMutation, useArchiveNotificationMutation } = notificationsApi
