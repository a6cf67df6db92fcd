/**
 * RestoreNotification: moves it from Archived to Recent.
 * Restoring twice changes nothing.
 */
import { reject } from '#contract/door/problems.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { NotificationState } from '../streams/notification.ts'

export const restoreNotification: Decide<{ by: string }, NotificationState, 'notification'> = (
  { by },
  { sent, archived },
  now,
) => {
  if (!sent) return reject('not-found', 'There is no such notification.')
  if (!archived) return []
  const { notificationId } = sent
  return [event('NotificationRestored', { notificationId, restoredBy: by, restoredAt: now.toISOString() })]
}
