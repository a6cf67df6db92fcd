/**
 * MarkCollected: a dispatcher confirms that a report's bin was emptied.
 * The second such command is refused.
 */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { type Bin, hasReport } from '../aggregates/bin.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

const ALREADY_COLLECTED = reject('conflict', msg`This report has already been marked as collected.`)

interface MarkCollected {
  reportId: string
  collectedBy: string
  siteId?: string
}

export const markCollected: Decider<MarkCollected, Bin, 'bin'> = ({ reportId, collectedBy, siteId }, state, now) => {
  if (state.open?.reportId === reportId) {
    const { userId, zone, reportedAt } = state.open
    const collectedAt = now.toISOString()
    return [createEvent('ReportCollected', { reportId, userId, zone, reportedAt, collectedBy, collectedAt, siteId })]
  }
  return hasReport(state, reportId) ? ALREADY_COLLECTED : reject('not-found', msg`There is no such report.`)
}
