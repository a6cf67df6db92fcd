/** Policies of accounts: what the system does after an account is confirmed or erased. */

import type { Event } from '#contract/events.ts'
import { erasedPersonOf } from '#platform/persons.ts'
import {
  createCommandJob,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
} from '../runner/policy.ts'

/** Creates the policy that lets an account's open report count once the account is confirmed. */
export function createConfirmationPolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /** Ids of the open reports of unconfirmed accounts, by user. */
  const unconfirmed = keep('unconfirmed', new Map<string, string>())
  /**
   * Ids of users with a confirmed account.
   * A report made just before the confirmation may follow the confirmation in the log.
   */
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
        .map(([userId, reportId]) => createCommandJob(`confirm-${reportId}`, { type: 'ConfirmReport', userId })),
  }
}

/** Erasure policy: a job deletes secrets that a crash left after an erasure. */
export function createErasurePolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const unfinished = keep('unfinished', new Map<string, OutstandingJob>())
  return {
    evolve(event: Event) {
      const personId = erasedPersonOf(event)
      if (personId)
        unfinished.set(personId, createCommandJob(`erase-${personId}`, { type: 'FinishErasure', userId: personId }))
      if (event.type === 'ErasureFinished') unfinished.delete(event.data.personId)
    },
    outstanding: () => [...unfinished.values()],
  }
}
