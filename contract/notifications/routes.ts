/** Routes of notifications: list, mark as read, archive and push. */
import { create, get, post, put, remove } from '../http/route.ts'

export const notificationEndpointRoutes = {
  notifications: get('/auth/notifications', 'any'),
  dispatcherNotifications: get('/auth/notifications/dispatcher', ['dispatcher']),
  archivedNotifications: get('/auth/notifications/dispatcher/archived', ['dispatcher']),
  recyclerNotifications: get('/auth/notifications/recycler', ['recycler']),
  olderNotifications: get('/auth/notifications/older', 'any'),
  notificationCounts: get('/auth/notifications/counts', 'any'),
  sendNotification: create('/auth/notifications', ['dispatcher', 'admin']),
  readNotification: put('/auth/notifications/:id/read', 'any'),
  pushKey: get('/auth/push/key', 'any'),
  keepDevice: post('/auth/push/subscriptions', 'any'),
  dropDevice: remove('/auth/push/subscriptions', 'any'),
  testPush: post('/auth/push/test', 'any'),
  archiveNotification: put('/auth/notifications/:id/archive', 'any'),
  restoreNotification: put('/auth/notifications/:id/restore', 'any'),
}
