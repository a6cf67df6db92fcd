/** NotifyRole: notifies a role once, unless the news is outdated. */
import { NOTIFICATION_MAX_AGE_MS, type NotifyRoleCommand as Shape } from '#contract/internal-commands.ts'
import type { NotificationState } from '../aggregates/notification.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

type NotifyRole = Omit<Shape, 'type'>

export const notifyRole: Decider<NotifyRole, NotificationState, 'notification'> = (command, { sent }, now) => {
  const { notificationId, audience, kind, text, metadata, at } = command
  if (sent || now.getTime() - Date.parse(at) > NOTIFICATION_MAX_AGE_MS) return []
  const sentAt = now.toISOString()
  return [createEvent('NotificationSent', { notificationId, audience, kind, text, metadata, sentAt })]
}
