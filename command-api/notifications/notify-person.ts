/** NotifyPerson: notifies one person once. */
import type { NotifyPersonCommand as Shape } from '#contract/internal-commands.ts'
import type { NotificationState } from '../aggregates/notification.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

type NotifyPerson = Omit<Shape, 'type'>

export const notifyPerson: Decider<NotifyPerson, NotificationState, 'notification'> = (command, { sent }, now) => {
  if (sent) return []
  const { notificationId, userId, audience, kind, text } = command
  return [
    createEvent('NotificationSent', {
      notificationId,
      audience,
      userId,
      kind,
      text,
      metadata: {},
      sentAt: now.toISOString(),
    }),
  ]
}
