/** Endpoints of notifications: lists, read marks, archive and push. */
import { z } from 'zod'
import { KeepDevice, OfDevice, SendNotification } from '../commands/notifications.ts'
import { endpointsOf, list, message, written } from '../door/endpoint.ts'
import { notifications as lines } from '../lines/notifications.ts'
import { Notification } from '../views/notifications.ts'

const answer = list('notifications', Notification)
const changed = { answer: written({ notification: Notification }) }

export const notifications = endpointsOf(lines, {
  notifications: {
    summary: 'The newest 20 to the reader alone',
    query: z.object({ userId: z.string().max(80).optional() }),
    answer,
  },
  dispatcherNotifications: {
    summary: 'The newest 20, not archived',
    answer,
  },
  archivedNotifications: {
    summary: 'The newest 20 archived',
    answer,
  },
  recyclerNotifications: {
    summary: 'The newest 20, not archived',
    answer,
  },
  olderNotifications: {
    summary: 'The 20 that stand before this one in the list of the reader and of their role, not archived',
    query: z.object({ before: z.iso.datetime(), beforeId: z.string().min(1).max(200) }),
    answer,
  },
  notificationCounts: {
    summary:
      'How many notifications the lists of the reader and of their role have, not archived, and how many are unread',
    answer: z.object({ total: z.int(), unread: z.int() }),
  },
  sendNotification: {
    summary: 'Tell one person, or all dispatchers or recyclers, something',
    body: SendNotification,
    ...changed,
  },
  readNotification: {
    summary: 'Mark a notification read',
    ...changed,
  },
  pushKey: {
    summary: 'The key that a browser subscribes to pushes with',
    answer: z.object({ key: z.string() }),
  },
  keepDevice: {
    summary: 'Push notifications to this browser, until its session is ended',
    body: KeepDevice,
    answer: z.object({ message }),
  },
  dropDevice: {
    summary: 'Push no more to this browser',
    body: OfDevice,
    answer: z.object({ message }),
  },
  testPush: {
    summary: 'Push a test to this browser, and say what came of it',
    body: OfDevice,
    answer: z.object({ taken: z.boolean(), message }),
  },
  archiveNotification: {
    summary: 'Archive a notification',
    ...changed,
  },
  restoreNotification: {
    summary: 'Take a notification out of the archive again',
    ...changed,
  },
})
