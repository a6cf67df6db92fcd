/**
 * ReportBinFull: a resident reports a full bin.
 * Each resident has at most one open report.
 */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Zone } from '#domain/city.ts'
import { type Bin, reportIdOf } from '../aggregates/bin.ts'
import { createEvent, type Decide } from '../kernel/decider.ts'

interface ReportBinFull {
  userId: string
  zone: Zone
  /** JSON of {name, description?}, sealed under the resident's key. */
  sealed: string
  /** Figures of the zone's progress that the resident was shown. */
  told: { reportedCount: number; total: number; threshold: number }
  /** Set if the reporter's email is not confirmed. */
  unconfirmed?: true | undefined
  /** How the report was sent; absent on the web. */
  via?: 'phone' | undefined
}

export const reportBinFull: Decide<ReportBinFull, Bin, 'bin'> = (command, state, now) => {
  if (state.open)
    return reject(
      'conflict',
      msg`You have already reported your bin full for this cycle. Please wait until collection is confirmed.`,
    )
  const reportId = reportIdOf(command.userId, state.reports + 1)
  return [createEvent('BinReportedFull', { ...command, reportId, reportedAt: now.toISOString() })]
}
