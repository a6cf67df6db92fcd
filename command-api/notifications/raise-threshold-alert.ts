/** RaiseThresholdAlert: tells the dispatchers that a zone is ready, once per zone and collection cycle. */

import type { z } from 'zod'
import { type RaiseThresholdAlert as Shape, thresholdAlertId } from '#contract/system-commands.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { NotificationState } from './notification.ts'

export type RaiseThresholdAlert = z.infer<typeof Shape>

export const raiseThresholdAlert: Decide<RaiseThresholdAlert, NotificationState> = (command, state, now) => {
  if (state.sent) return []
  const { zone, cycle, reports, required } = command
  return [
    event('NotificationSent', {
      notificationId: thresholdAlertId(zone, cycle),
      audience: 'dispatcher',
      kind: 'threshold',
      zone,
      title: 'Bin Full Threshold Reached',
      message: `Threshold reached: ${reports}/${required} residents have reported their bins full in ${zone}.`,
      metadata: { zone, cycle, reports, required },
      sentAt: now.toISOString(),
    }),
  ]
}
