/** Reopened policy: notifies dispatchers if a resident says that a bin was not collected. */
import type { Event } from '#contract/events.ts'
import type { Policy } from '../runner/policy.ts'
import { type OpenPolicyStatePart, prefixPolicyStateParts, unstoredState } from '../runner/policy-state.ts'
import { createRoleNotificationQueue } from './news.ts'

/** Creates the policy. `clock` decides which notifications are recent enough to be sent. */
export function createReopenedReportPolicy(clock: () => Date, keep: OpenPolicyStatePart = unstoredState): Policy {
  const news = createRoleNotificationQueue(clock, prefixPolicyStateParts(keep, 'news'))
  return {
    evolve({ type, data }: Event) {
      if (type === 'NotificationSent') news.sent(data.notificationId)
      if (type !== 'ReportReopened' || data.reason !== 'not-collected') return
      const { reportId, zone, reopenedAt: at } = data
      news.tell(`reopened-${reportId}`, {
        audience: 'dispatcher',
        kind: 'missed',
        text: { kind: 'report-reopened', values: { zone } },
        metadata: { reportId, zone },
        at,
      })
    },
    outstanding: news.outstanding,
  }
}
