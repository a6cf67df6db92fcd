/** NotifyPerson: notifies one person once. */
import type { NotifyPerson as Shape } from '#contract/system-commands.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { NotificationState } from '../streams/notification.ts'

export type NotifyPerson = Omit<Shape, 'type'>

export const notifyPerson: Decide<NotifyPerson, NotificationState, 'notification'> = (command, { sent }, now) => {
  if (sent) return []
  const { notificationId, userId, audience, kind, title, message } = command
  return [
    event('NotificationSent', {
      notificationId,
      audience,
      userId,
      kind,
      title,
      message,
      metadata: {},
      sentAt: now.toISOString(),
    }),
  ]
}
