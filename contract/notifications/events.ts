/** Events of notifications: sent, read, pushed, mailed and archived. */
import { z } from 'zod'
import { ROLES } from '#domain/city.ts'
import { at, userId, zone } from '../fields.ts'
import { SMS_OUTCOMES } from '../phone/notices.ts'
import { NOTIFICATION_KINDS } from './notifications.ts'
import { NotificationText } from './texts.ts'

export const notifications = {
  // Stream notification-{id}
  NotificationSent: z.object({
    notificationId: z.string(),
    audience: z.enum(ROLES),
    /** Set if the notification is for one person. */
    userId: userId.optional(),
    kind: z.enum(NOTIFICATION_KINDS),
    zone: zone.optional(),
    /** Kind and values; messages.ts has the texts. */
    text: NotificationText,
    metadata: z.record(z.string(), z.unknown()),
    sentAt: at,
  }),
  NotificationRead: z.object({ notificationId: z.string(), readBy: userId, readAt: at }),
  /** The notification was pushed to the browsers of one reader. */
  NotificationPushed: z.object({
    notificationId: z.string(),
    userId,
    /** Number of browsers that accepted it. */
    devices: z.int().min(0),
    pushedAt: at,
  }),
  // Stream account-{userId}
  PushSwitchedOn: z.object({ userId, switchedAt: at }),
  /** No browser of the person accepts push notifications any more. */
  PushSwitchedOff: z.object({ userId, switchedAt: at }),
  // Stream notification-{id}
  /** The notification was mailed to its recipient. */
  NotificationMailed: z.object({ notificationId: z.string(), mailedAt: at }),
  /** The SMS is sent next. Without a later event it is unknown whether the gateway has it. */
  NotificationTextBegun: z.object({ notificationId: z.string(), userId, attempt: z.int().min(1), begunAt: at }),
  /** The gateway refused it; it is tried again later. */
  NotificationTextRefused: z.object({ notificationId: z.string(), userId, attempt: z.int().min(1), refusedAt: at }),
  /** The notification was sent to its single recipient by SMS, or is not sent by SMS any more. */
  NotificationTexted: z.object({
    notificationId: z.string(),
    userId,
    outcome: z.enum(SMS_OUTCOMES),
    /** The gateway's id of the message, which its delivery report names. */
    messageId: z.string().optional(),
    textedAt: at,
  }),
  /** The gateway accepted the SMS, but reports that it did not arrive. */
  NotificationUndelivered: z.object({
    notificationId: z.string(),
    userId,
    /** In the gateway's words; never a number. */
    reason: z.string().max(60),
    reportedAt: at,
  }),
  NotificationArchived: z.object({ notificationId: z.string(), archivedBy: userId, archivedAt: at }),
  NotificationRestored: z.object({ notificationId: z.string(), restoredBy: userId, restoredAt: at }),
}
