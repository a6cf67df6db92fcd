/** SendDigest: sends a digest to staff once, unless switched off or late. */

import { NOTIFICATION_MAX_AGE_MS } from '#contract/internal-commands.ts'
import {
  DIGEST_SCHEDULES,
  digestIdOf,
  digestOf,
  digestPeriodOf,
  type SendDigestCommand as Shape,
} from '#contract/notifications/digests.ts'
import { wantsNotification } from '#contract/notifications/notifications.ts'
import type { NotificationState } from '../aggregates/notification.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import type { Recipient } from './notify-resident.ts'

export type SendDigest = Omit<Shape, 'type'> & { recipient: Recipient | undefined }

export const sendDigest: Decider<SendDigest, NotificationState, 'notification'> = (command, { sent }, now) => {
  const { digest, userId, until, recipient, figures, simulated } = command
  const { role: audience } = DIGEST_SCHEDULES[digest]
  if (sent || recipient?.role !== audience || !wantsNotification(audience, recipient.settings, 'digest')) return []
  // Sends nothing if the recipient has chosen another digest frequency.
  if (digestOf(audience, recipient.settings) !== digest) return []
  if (now.getTime() - Date.parse(until) > NOTIFICATION_MAX_AGE_MS) return []
  const period = digestPeriodOf(command)
  return [
    createEvent('NotificationSent', {
      notificationId: digestIdOf(command),
      audience,
      userId,
      kind: 'digest',
      text: { kind: 'digest', values: { digest, ...period, figures } },
      metadata: { digest, ...period, figures, ...(simulated && { simulated }) },
      sentAt: now.toISOString(),
    }),
  ]
}
