/** The calls that mark a notification read and archive it. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api, keyed } from '#web/calls/api.ts'

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readNotification: build.mutation<AnswerOf<'readNotification'>, { id: string; key: string }>({
      query: ({ id, key }) => change(id, 'read', key),
    }),
    archiveNotification: build.mutation<AnswerOf<'archiveNotification'>, { id: string; key: string }>({
      query: ({ id, key }) => change(id, 'archive', key),
    }),
  }),
})

function change(id: string, what: 'read' | 'archive', key: string) {
  const url = `/auth/notifications/${encodeURIComponent(id)}/${what}`
  return { url, method: 'PUT', headers: keyed(key) }
}

/** `key` is the Idempotency-Key: the same for every retry. */
export const { useReadNotificationMutation, useArchiveNotificationMutation } = notificationsApi
