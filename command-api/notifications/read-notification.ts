/**
 * ReadNotification: marks a notification as read.
 * Reading twice changes nothing.
 */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { NotificationState } from '../aggregates/notification.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

interface ReadNotification {
  by: string
}

export const markNotificationRead: Decider<ReadNotification, NotificationState, 'notification'> = (
  { by },
  { sent, read },
  now,
) => {
  if (!sent) return reject('not-found', msg`There is no such notification.`)
  if (read) return []
  return [
    createEvent('NotificationRead', { notificationId: sent.notificationId, readBy: by, readAt: now.toISOString() }),
  ]
}
