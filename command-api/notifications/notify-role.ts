/** NotifyRole: notifies a role once, unless the news is outdated. */
import { NEWS_MS, type NotifyRole as Shape } from '#contract/system-commands.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { NotificationState } from '../streams/notification.ts'

export type NotifyRole = Omit<Shape, 'type'>

export const notifyRole: Decide<NotifyRole, NotificationState, 'notification'> = (command, { sent }, now) => {
  const { notificationId, audience, kind, title, message, metadata, at } = command
  if (sent || now.getTime() - Date.parse(at) > NEWS_MS) return []
  const sentAt = now.toISOString()
  return [event('NotificationSent', { notificationId, audience, kind, title, message, metadata, sentAt })]
}
