/** Events of notifications: sent, read, pushed, mailed and archived. */
import { z } from 'zod'
import { ROLES } from '#domain/city.ts'
import { at, userId, zone } from '../fields.ts'
import { SMS_OUTCOMES } from '../phone/numbers.ts'
import { NOTIFICATION_KINDS } from './notifications.ts'
import { NotificationText } from './texts.ts'

export const notificationEvents = {
  // Stream notification-{id}
  NotificationSent: z.object({
    notificationId: z.string(),
    audience: z.enum(ROLES),
    /** Id of the recipient, if the notification is for one person. */
    userId: userId.optional(),
    kind: z.enum(NOTIFICATION_KINDS),
    zone: zone.optional(),
    /** Kind and values of the text; messages.ts renders them. */
    text: NotificationText,
    metadata: z.record(z.string(), z.unknown()),
    sentAt: at,
  }),
  NotificationRead: z.object({ notificationId: z.string(), readBy: userId, readAt: at }),
  /** The notification was pushed to the browsers of a single reader. */
  NotificationPushed: z.object({
    notificationId: z.string(),
    userId,
    /** Number of browsers that accepted the push. */
    devices: z.int().min(0),
    pushedAt: at,
  }),
  // Stream account-{userId}
  PushSwitchedOn: z.object({ userId, switchedAt: at }),
  /** No browser of the person accepts push notifications any more. */
  PushSwitchedOff: z.object({ userId, switchedAt: at }),
  // Stream notification-{id}
  /** The notification was also mailed to its recipient. */
  NotificationMailed: z.object({ notificationId: z.string(), mailedAt: at }),
  /**
   * An attempt to send the notification by SMS starts.
   * Without a later event, it is unknown whether the gateway has the SMS.
   */
  NotificationTextBegun: z.object({ notificationId: z.string(), userId, attempt: z.int().min(1), begunAt: at }),
  /** The gateway refused the SMS, which is sent again later. */
  NotificationTextRefused: z.object({ notificationId: z.string(), userId, attempt: z.int().min(1), refusedAt: at }),
  /** The SMS has its final outcome: it was sent, or will not be sent any more. */
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
    /** Reason in the gateway's words; never contains a phone number. */
    reason: z.string().max(60),
    reportedAt: at,
  }),
  NotificationArchived: z.object({ notificationId: z.string(), archivedBy: userId, archivedAt: at }),
  NotificationRestored: z.object({ notificationId: z.string(), restoredBy: userId, restoredAt: at }),
}
