/** HTTP handlers that reopen reports: a resident objects, or a dispatcher reverts the mark 'collected'. */

import type { EventData } from '#contract/events.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { ReopeningReason } from '#domain/report-rules.ts'
import type { Call, Handlers } from '#platform/http/api.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { type Bin, reporterOf } from '../aggregates/bin.ts'
import { handleBinCommand } from '../aggregates/handle-bin.ts'
import { gatherNoFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { NO_REPORT_REJECTION, reopenReport } from './reopen-report.ts'
import { toOpenReport } from './routes.ts'

type Reopened = EventData<'ReportReopened'>
interface ReportCall extends Pick<Call<'reopenReport' | 'undoCollection'>, 'params' | 'envelope'> {
  principal: { userId: string }
}

/** Reopens a collected report. */
export function createReportReopener(kernel: Kernel) {
  const { sealer, rows, clock } = kernel

  /** Reads the report's row. Returns whether the report is in no load yet, and whether it is simulated. */
  async function factsOf(reportId: string) {
    const [row] = await (await rows.upToNow('reports')).get<Row & { loose?: true; simulated?: true }>('reports', [
      reportId,
    ])
    return { loose: row?.loose, mark: row?.simulated ? { simulated: true as const } : {} }
  }

  async function reopen({ params: { id: reportId }, principal, envelope }: ReportCall, reason: ReopeningReason) {
    const reporter = reporterOf(reportId)
    if (!reporter) return NO_REPORT_REJECTION
    const { loose, mark } = await factsOf(reportId)
    const command = { reportId, reason, reopenedBy: principal.userId, loose }
    const decide = (state: Bin) => reopenReport(command, state, clock())
    const handled = await handleBinCommand(
      kernel,
      reporter,
      { gather: gatherNoFacts, decide },
      { ...envelope, ...mark },
    )
    if (isRejection(handled)) return handled
    const reopened = handled.events.find((event) => event.type === 'ReportReopened')
    if (!reopened) return reject('internal', msg`The report was not reopened.`)
    return answer(reopened.data, handled.position)
  }

  async function answer({ collectedAt: _, ...reopened }: Reopened, position: number) {
    const { userId, sealed } = reopened
    const [opened] = await sealer.open<{ description?: string }>([{ personId: userId, sealed }])
    return { report: toOpenReport(reopened, opened?.description), position }
  }

  return reopen
}

export function reportReopeningRoutes(kernel: Kernel, reopen = createReportReopener(kernel)): Handlers {
  return {
    async reopenReport(call) {
      const reporter = reporterOf(call.params.id)
      if (!reporter) return NO_REPORT_REJECTION
      return reporter === call.principal.userId ? reopen(call, 'not-collected') : OTHERS
    },
    undoCollection: (call) => reopen(call, 'mistake'),
  } satisfies Handlers
}

const OTHERS: Rejection = reject('forbidden', msg`You can only reopen your own reports.`)
