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
