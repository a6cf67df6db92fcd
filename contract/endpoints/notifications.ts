/** The notifications' endpoints: what each may read, and what they put away. */
import { z } from 'zod'
import { SendNotification } from '../commands/notifications.ts'
import { create, get, list, put, written } from '../endpoint.ts'
import { Notification } from '../views/notifications.ts'

const answer = list('notifications', Notification)
const changed = { answer: written({ notification: Notification }) }

export const notifications = {
  notifications: get('/auth/notifications', 'any', 'The newest 20 to the reader alone', {
    query: z.object({ userId: z.string().max(80).optional() }),
    answer,
  }),
  dispatcherNotifications: get('/auth/notifications/dispatcher', ['dispatcher'], 'The newest 20, not archived', {
    answer,
  }),
  archivedNotifications: get('/auth/notifications/dispatcher/archived', ['dispatcher'], 'The newest 20 archived', {
    answer,
  }),
  recyclerNotifications: get('/auth/notifications/recycler', ['recycler'], 'The newest 20, not archived', { answer }),
  sendNotification: create(
    '/auth/notifications',
    ['dispatcher', 'admin'],
    'Tell one person, or all dispatchers or recyclers, something',
    { body: SendNotification, ...changed },
  ),
  readNotification: put('/auth/notifications/:id/read', 'any', 'Mark a notification read', changed),
  archiveNotification: put('/auth/notifications/:id/archive', 'any', 'Archive a notification', changed),
}
