/** What was told to whom, and what they did with it. */
import { z } from 'zod'
import { ROLES } from '#rules/city.ts'
import { at, userId, zone } from '../fields.ts'
import { NOTIFICATION_KINDS } from '../people/notifications.ts'

export const notifications = {
  // Stream notification-{id}
  NotificationSent: z.object({
    notificationId: z.string(),
    audience: z.enum(ROLES),
    /** Set when it is for one person only. */
    userId: userId.optional(),
    kind: z.enum(NOTIFICATION_KINDS),
    zone: zone.optional(),
    title: z.string(),
    message: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    sentAt: at,
  }),
  NotificationRead: z.object({ notificationId: z.string(), readBy: userId, readAt: at }),
  /** It was also pushed to the browsers of one reader. */
  NotificationPushed: z.object({
    notificationId: z.string(),
    userId,
    /** How many took it. */
    devices: z.int().min(0),
    pushedAt: at,
  }),
  // Stream account-{userId}
  PushSwitchedOn: z.object({ userId, switchedAt: at }),
  /** None of their browsers takes pushes any more. */
  PushSwitchedOff: z.object({ userId, switchedAt: at }),
  // Stream notification-{id}
  /** It also went to its one reader by mail. */
  NotificationMailed: z.object({ notificationId: z.string(), mailedAt: at }),
  NotificationArchived: z.object({ notificationId: z.string(), archivedBy: userId, archivedAt: at }),
  /** It is not archived any more. */
  NotificationRestored: z.object({ notificationId: z.string(), restoredBy: userId, restoredAt: at }),
}
