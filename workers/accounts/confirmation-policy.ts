/** Confirmation policy: counts the open report of an account once the account is confirmed. */
import type { Event } from '#contract/events.ts'
import { commandJob, type Policy } from '../runner/policy.ts'
import { type OpenPolicyStatePart, unstoredState } from '../runner/policy-state.ts'

export function createConfirmationPolicy(keep: OpenPolicyStatePart = unstoredState): Policy {
  /** Ids of the open reports of unconfirmed accounts, by user. */
  const unconfirmed = keep('unconfirmed', new Map<string, string>())
  /** Ids of users with a confirmed account. A report made just before the confirmation may follow it in the log. */
  const confirmed = keep('confirmed', new Set<string>())

  function close(reportIds: readonly string[]): void {
    const closed = new Set(reportIds)
    for (const [userId, reportId] of unconfirmed) if (closed.has(reportId)) unconfirmed.delete(userId)
  }

  return {
    evolve({ type, data }: Event) {
      if ((type === 'BinReportedFull' || type === 'ReportReopened') && data.unconfirmed)
        unconfirmed.set(data.userId, data.reportId)
      if (type === 'AccountConfirmed') confirmed.add(data.userId)
      if (type === 'AccountErased') confirmed.delete(data.userId)
      if (type === 'ReportConfirmed') unconfirmed.delete(data.userId)
      if (type === 'ReportCollected') close([data.reportId])
      if (type === 'TruckDispatched') close(data.loads.flatMap(({ reportIds }) => reportIds))
    },
    outstanding: () =>
      [...unconfirmed]
        .filter(([userId]) => confirmed.has(userId))
        .map(([userId, reportId]) => commandJob(`confirm-${reportId}`, { type: 'ConfirmReport', userId })),
  }
}
