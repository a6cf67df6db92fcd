/** Answers report reads: a resident's own, and all open ones. */
import { reject } from '#contract/door/problems.ts'
import type { Reads } from '#platform/http/api.ts'
import { activeReports, allReports, within } from '../reading/lists.ts'
import type { Reading } from '../reading/reading.ts'
import { openReports } from './open-reports.ts'
import type { ReportRow } from './reports-view.ts'

export function reportReads({ sealer }: Pick<Reading, 'sealer'>): Reads {
  return {
    async userReports({ params: { id: userId }, principal }, { rows }) {
      if (principal.role === 'resident' && principal.userId !== userId)
        return reject('forbidden', 'You can only see your own reports.')
      const found = await rows.find<ReportRow>('reports', within({ userId }, allReports))
      return { reports: await openReports(found, sealer, { withName: principal.role !== 'resident' }) }
    },
    async activeReports(_call, { rows }) {
      const found = await rows.find<ReportRow>('reports', activeReports)
      return { reports: await openReports(found, sealer, { withName: true }) }
    },
  }
}
