/** The notifications' endpoints: what each may read, and what they put away. */
import { z } from 'zod'
import { SendNotification } from '../commands/notifications.ts'
import { endpointsOf, list, written } from '../endpoint.ts'
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
  sendNotification: {
    summary: 'Tell one person, or all dispatchers or recyclers, something',
    body: SendNotification,
    ...changed,
  },
  readNotification: {
    summary: 'Mark a notification read',
    ...changed,
  },
  archiveNotification: {
    summary: 'Archive a notification',
    ...changed,
  },
})
