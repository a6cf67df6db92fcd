/**
 * ReportBinFull: a resident reports a full bin.
 * Each resident has at most one open report.
 */

import type { EventData } from '#contract/events.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { type Bin, reportIdOf } from '../aggregates/bin.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

type ReportBinFull = Omit<EventData<'BinReportedFull'>, 'reportId' | 'reportedAt'>

export const reportBinFull: Decider<ReportBinFull, Bin, 'bin'> = (command, state, now) => {
  if (state.open)
    return reject(
      'conflict',
      msg`You have already reported your bin full for this cycle. Please wait until collection is confirmed.`,
    )
  const reportId = reportIdOf(command.userId, state.reports + 1)
  return [createEvent('BinReportedFull', { ...command, reportId, reportedAt: now.toISOString() })]
}
