/** The reports' reads at the door: one's own, and the open ones of all zones. */
import { reject } from '#contract/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import { activeReports, allReports, within } from '../reading/lists.ts'
import type { Reading } from '../reading/reading.ts'
import { openReports } from './open-reports.ts'
import type { ReportRow } from './reports-view.ts'

export function reportReads({ reads, sealer, runner }: Reading): Handlers {
  return {
    async userReports({ params: { id: userId }, principal }) {
      if (principal.role === 'resident' && principal.userId !== userId)
        return reject('forbidden', 'You can only see your own reports.')
      const rows = await reads.find<ReportRow>(runner.table('reports'), within({ userId }, allReports))
      return { reports: await openReports(rows, sealer, { withName: principal.role !== 'resident' }) }
    },
    async activeReports() {
      const rows = await reads.find<ReportRow>(runner.table('reports'), activeReports)
      return { reports: await openReports(rows, sealer, { withName: true }) }
    },
  }
}
