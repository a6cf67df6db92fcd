/** Endpoints of notifications: mark read, archive, and load older ones. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readNotification: build.mutation(command('readNotification')),
    archiveNotification: build.mutation(command('archiveNotification')),
    notificationCounts: build.query(query('notificationCounts')),
    olderNotifications: build.query({ ...query('olderNotifications'), keepUnusedDataFor: 0 }),
  }),
})

/** `key` is the Idempotency-Key, the same for every retry. */
export const {
  useReadNotificationMutation,
  useArchiveNotificationMutation,
  useLazyOlderNotificationsQuery,
  useNotificationCountsQuery,
} = notificationsApi
