/**
 * RaiseThresholdAlert: notifies dispatchers that a zone has reached a threshold of reports.
 * Notifies once per alert level and collection cycle.
 */

import type { z } from 'zod'
import {
  type AlertLevel,
  type RaiseThresholdAlertCommand as Shape,
  thresholdAlertIdOf,
} from '#contract/internal-commands.ts'
import type { NotificationTextKind } from '#contract/notifications/texts.ts'
import type { NotificationState } from '../aggregates/notification.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

type RaiseThresholdAlert = z.infer<typeof Shape>

export const raiseThresholdAlert: Decider<RaiseThresholdAlert, NotificationState, 'notification'> = (
  command,
  state,
  now,
) => {
  if (state.sent) return []
  const { zone, cycle, reports, required, level } = command
  return [
    createEvent('NotificationSent', {
      notificationId: thresholdAlertIdOf(command),
      audience: 'dispatcher',
      kind: 'threshold',
      zone,
      text: { kind: TEXTS[level], values: { zone, reports, required } },
      metadata: { zone, cycle, reports, required },
      sentAt: now.toISOString(),
    }),
  ]
}

const TEXTS = { recommended: 'collection-recommended', ready: 'threshold-reached' } as const satisfies Record<
  AlertLevel,
  NotificationTextKind
>
