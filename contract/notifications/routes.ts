/** Routes of notifications: list, mark as read, archive and push. */
import { defineCreateRoute, defineDeleteRoute, defineGetRoute, definePostRoute, definePutRoute } from '../http/route.ts'

export const notificationEndpointRoutes = {
  notifications: defineGetRoute('/auth/notifications', 'any'),
  dispatcherNotifications: defineGetRoute('/auth/notifications/dispatcher', ['dispatcher']),
  archivedNotifications: defineGetRoute('/auth/notifications/dispatcher/archived', ['dispatcher']),
  recyclerNotifications: defineGetRoute('/auth/notifications/recycler', ['recycler']),
  olderNotifications: defineGetRoute('/auth/notifications/older', 'any'),
  notificationCounts: defineGetRoute('/auth/notifications/counts', 'any'),
  sendNotification: defineCreateRoute('/auth/notifications', ['dispatcher', 'admin']),
  readNotification: definePutRoute('/auth/notifications/:id/read', 'any'),
  pushKey: defineGetRoute('/auth/push/key', 'any'),
  keepDevice: definePostRoute('/auth/push/subscriptions', 'any'),
  dropDevice: defineDeleteRoute('/auth/push/subscriptions', 'any'),
  testPush: definePostRoute('/auth/push/test', 'any'),
  archiveNotification: definePutRoute('/auth/notifications/:id/archive', 'any'),
  restoreNotification: definePutRoute('/auth/notifications/:id/restore', 'any'),
}
