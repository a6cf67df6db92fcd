/**
 * ArchiveNotification: moves a notification from Recent to Archived.
 * Archiving twice changes nothing.
 */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { NotificationState } from '../aggregates/notification.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

interface ArchiveNotification {
  by: string
}

export const archiveNotification: Decider<ArchiveNotification, NotificationState, 'notification'> = (
  { by },
  { sent, archived },
  now,
) => {
  if (!sent) return reject('not-found', msg`There is no such notification.`)
  if (archived) return []
  const { notificationId } = sent
  return [createEvent('NotificationArchived', { notificationId, archivedBy: by, archivedAt: now.toISOString() })]
}
