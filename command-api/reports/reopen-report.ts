/** ReopenReport and UndoCollection: reopen a bin's last report within 48 hours of collection. */

import { createSchemaFieldPicker } from '#contract/fields.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { reportEvents } from '#contract/reports/events.ts'
import { canReopen, type ReopeningReason } from '#domain/report-rules.ts'
import { type Bin, hasReport, reportIdOf } from '../aggregates/bin.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

interface ReopenReport {
  reportId: string
  reason: ReopeningReason
  reopenedBy: string
  /** Set if the report was marked as collected individually, and no load contains it. */
  loose?: true | undefined
}

const fieldsOf = createSchemaFieldPicker(reportEvents.ReportReopened)

export const NO_REPORT_REJECTION = reject('not-found', msg`There is no such report.`)

export const reopenReport: Decider<ReopenReport, Bin, 'bin'> = (command, state, now) => {
  const { reportId: previousId } = command
  const { open, last } = state
  if (!hasReport(state, previousId)) return NO_REPORT_REJECTION
  if (open?.reportId === previousId) return reject('conflict', msg`This report is still open.`)
  if (open?.previousId === previousId) return reject('conflict', msg`This report was already reopened.`)
  if (open || last?.reportId !== previousId)
    return reject('conflict', msg`The bin was reported full again. Only its latest report can be reopened.`)
  if (!canReopen(last.collectedAt, now))
    return reject(
      'conflict',
      msg`A report can be reopened within 48 hours of its collection. Please report the bin again.`,
    )
  const { reason, reopenedBy, loose } = command
  const reportId = reportIdOf(last.userId, state.reports + 1)
  const own = { reportId, previousId, loose, reason, reopenedBy, reopenedAt: now.toISOString() }
  return [createEvent('ReportReopened', { ...fieldsOf(last), ...own })]
}
