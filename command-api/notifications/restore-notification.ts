/**
 * RestoreNotification: moves a notification from Archived to Recent.
 * Restoring twice changes nothing.
 */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { NotificationState } from '../aggregates/notification.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

export const restoreNotification: Decider<{ by: string }, NotificationState, 'notification'> = (
  { by },
  { sent, archived },
  now,
) => {
  if (!sent) return reject('not-found', msg`There is no such notification.`)
  if (!archived) return []
  const { notificationId } = sent
  return [createEvent('NotificationRestored', { notificationId, restoredBy: by, restoredAt: now.toISOString() })]
}
