/**
 * Burst policy: records a burst of reports by new accounts in its zone's stream, and notifies dispatchers.
 * Both happen once per cycle.
 */
import type { Event, EventData } from '#contract/events.ts'
import { reportBurstNoticeIdOf } from '#contract/internal-commands.ts'
import { createReportBurstState } from '../policy-state/bursts.ts'
import { createOpenReportsState } from '../policy-state/open-reports.ts'
import {
  createCommandJob,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
  prefixPolicyStateParts,
} from '../runner/policy.ts'

export function createBurstPolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const reports = createOpenReportsState(prefixPolicyStateParts(keep, 'reports'))
  const bursts = createReportBurstState(reports, prefixPolicyStateParts(keep, 'bursts'))
  /** Last cycle with a recorded burst, by zone. */
  const flagged = keep('flagged', new Map<string, number>())
  const notices = keep('notices', new Map<string, OutstandingJob>())

  return {
    evolve(event: Event) {
      reports.evolve(event)
      bursts.evolve(event)
      const { type, data } = event
      if (type === 'BurstFlagged') {
        flagged.set(data.zone, data.cycle)
        const notice = noticeOf(data)
        notices.set(notice.id, notice)
      }
      if (type === 'NotificationSent') notices.delete(`notify-${data.notificationId}`)
    },
    outstanding() {
      const unflagged = bursts.all().filter(({ zone, cycle }) => (flagged.get(zone) ?? 0) < cycle)
      const flags = unflagged.map((burst) =>
        createCommandJob(`flag-${reportBurstNoticeIdOf(burst.zone, burst.cycle)}`, { type: 'FlagBurst', ...burst }),
      )
      return [...flags, ...notices.values()]
    },
  }
}

function noticeOf({ zone, cycle, reports, flaggedAt: at }: EventData<'BurstFlagged'>): OutstandingJob {
  const notificationId = reportBurstNoticeIdOf(zone, cycle)
  const text = { kind: 'many-new-accounts', values: { zone, reports } } as const
  const about = { audience: 'dispatcher', kind: 'security', metadata: { zone, cycle, reports } } as const
  return {
    id: `notify-${notificationId}`,
    job: 'send-command',
    data: { type: 'NotifyRole', notificationId, ...about, text, at },
  }
}
