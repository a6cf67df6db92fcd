/** Endpoints of notifications: list, mark as read, archive and push. */
import { z } from 'zod'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import { PushEndpointBody, SendNotificationBody, SubscribeToPushesBody } from './commands.ts'
import { notificationEndpointRoutes as lines } from './routes.ts'
import { Notification } from './views.ts'

const answer = createListAnswerSchema('notifications', Notification)
const changed = { answer: createCommandAnswerSchema({ notification: Notification.omit({ sequence: true }) }) }

export const notificationEndpoints = defineEndpoints(lines, {
  notifications: {
    summary: 'Your 20 newest personal notifications',
    query: z.object({ userId: z.string().max(80).optional() }),
    answer,
  },
  dispatcherNotifications: {
    summary: '20 newest dispatcher (recycler) notifications',
    answer,
  },
  archivedNotifications: {
    summary: '20 newest archived notifications',
    answer,
  },
  recyclerNotifications: {
    summary: '20 newest dispatcher (recycler) notifications',
    answer,
  },
  olderNotifications: {
    summary: 'The 20 notifications before this one, unarchived',
    query: z.object({ before: z.coerce.number().int().min(0), beforeId: z.string().min(1).max(200) }),
    answer,
  },
  notificationCounts: {
    summary: 'Number of unarchived and unread notifications',
    answer: z.object({ total: z.int(), unread: z.int() }),
  },
  sendNotification: {
    summary: 'Notify a person, all dispatchers or all recyclers',
    body: SendNotificationBody,
    ...changed,
  },
  readNotification: {
    summary: 'Mark a notification read',
    ...changed,
  },
  pushKey: {
    summary: 'Public key for push subscriptions',
    answer: z.object({ key: z.string() }),
  },
  keepDevice: {
    summary: 'Subscribe this browser to pushes until its session ends',
    body: SubscribeToPushesBody,
    answer: z.object({ message: messageSchema }),
  },
  dropDevice: {
    summary: 'Unsubscribe this browser from pushes',
    body: PushEndpointBody,
    answer: z.object({ message: messageSchema }),
  },
  testPush: {
    summary: 'Send a test push and return its result',
    body: PushEndpointBody,
    answer: z.object({ taken: z.boolean(), message: messageSchema }),
  },
  archiveNotification: {
    summary: 'Archive a notification',
    ...changed,
  },
  restoreNotification: {
    summary: 'Unarchive a notification',
    ...changed,
  },
})
