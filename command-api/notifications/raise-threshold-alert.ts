/** RaiseThresholdAlert: notifies dispatchers of a zone's level, once per zone, level and cycle. */

import type { z } from 'zod'
import { type AlertLevel, type RaiseThresholdAlert as Shape, thresholdAlertId } from '#contract/internal-commands.ts'
import type { NotificationState } from '../aggregates/notification.ts'
import { type Decide, event } from '../kernel/decider.ts'

type RaiseThresholdAlert = z.infer<typeof Shape>

export const raiseThresholdAlert: Decide<RaiseThresholdAlert, NotificationState, 'notification'> = (
  command,
  state,
  now,
) => {
  if (state.sent) return []
  const { zone, cycle, reports, required, level } = command
  return [
    event('NotificationSent', {
      notificationId: thresholdAlertId(command),
      audience: 'dispatcher',
      kind: 'threshold',
      zone,
      ...TEXTS[level](command),
      metadata: { zone, cycle, reports, required },
      sentAt: now.toISOString(),
    }),
  ]
}

const TEXTS: Record<AlertLevel, (alert: RaiseThresholdAlert) => { title: string; message: string }> = {
  recommended: ({ zone, reports, required }) => ({
    title: 'Collection Recommended',
    message: `${zone}: ${reports} of ${required} reports; a collection is recommended.`,
  }),
  ready: ({ zone, reports, required }) => ({
    title: 'Bin Full Threshold Reached',
    message: `Threshold reached: ${reports}/${required} residents have reported their bins full in ${zone}.`,
  }),
}
