/** Events of notifications: sent, read, pushed, mailed and archived. */
import { z } from 'zod'
import { ROLES } from '#domain/city.ts'
import { timestampSchema, userIdSchema, zoneIdSchema } from '../fields.ts'
import { SMS_OUTCOMES } from '../phone/numbers.ts'
import { NOTIFICATION_KINDS } from './notifications.ts'
import { NotificationText } from './texts.ts'

export const notificationEvents = {
  // Stream notification-{id}
  NotificationSent: z.object({
    notificationId: z.string(),
    audience: z.enum(ROLES),
    /** Id of the recipient, if the notification is for one person. */
    userId: userIdSchema.optional(),
    kind: z.enum(NOTIFICATION_KINDS),
    zone: zoneIdSchema.optional(),
    /** Kind of the notification's text, and its values. messages.ts renders the text from them. */
    text: NotificationText,
    metadata: z.record(z.string(), z.unknown()),
    sentAt: timestampSchema,
  }),
  NotificationRead: z.object({ notificationId: z.string(), readBy: userIdSchema, readAt: timestampSchema }),
  /** A notification to one user was pushed to that user's browsers. */
  NotificationPushed: z.object({
    notificationId: z.string(),
    userId: userIdSchema,
    /** Number of browsers that accepted the push. */
    devices: z.int().min(0),
    pushedAt: timestampSchema,
  }),
  // Stream account-{userId}
  PushSwitchedOn: z.object({ userId: userIdSchema, switchedAt: timestampSchema }),
  /** No browser of the person accepts push notifications any more. */
  PushSwitchedOff: z.object({ userId: userIdSchema, switchedAt: timestampSchema }),
  // Stream notification-{id}
  /** The notification was also mailed to its recipient. */
  NotificationMailed: z.object({ notificationId: z.string(), mailedAt: timestampSchema }),
  /**
   * An attempt to send the notification by SMS starts.
   * Without a later event, its result is unknown.
   */
  NotificationTextBegun: z.object({
    notificationId: z.string(),
    userId: userIdSchema,
    attempt: z.int().min(1),
    begunAt: timestampSchema,
  }),
  /** The gateway refused the SMS, which is sent again later. */
  NotificationTextRefused: z.object({
    notificationId: z.string(),
    userId: userIdSchema,
    attempt: z.int().min(1),
    refusedAt: timestampSchema,
  }),
  /** The SMS of a notification was sent or will never be sent. */
  NotificationTexted: z.object({
    notificationId: z.string(),
    userId: userIdSchema,
    outcome: z.enum(SMS_OUTCOMES),
    /** The gateway's id of the message, which its delivery report names. */
    messageId: z.string().optional(),
    textedAt: timestampSchema,
  }),
  /** The gateway accepted the SMS, but reports that it did not arrive. */
  NotificationUndelivered: z.object({
    notificationId: z.string(),
    userId: userIdSchema,
    /** Reason in the gateway's words; never contains a phone number. */
    reason: z.string().max(60),
    reportedAt: timestampSchema,
  }),
  NotificationArchived: z.object({ notificationId: z.string(), archivedBy: userIdSchema, archivedAt: timestampSchema }),
  NotificationRestored: z.object({ notificationId: z.string(), restoredBy: userIdSchema, restoredAt: timestampSchema }),
}
