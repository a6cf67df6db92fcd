/** Answers reads of reports: a resident's own, and all open ones. */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { activeReports, allReports, withFields } from '../queries/lists.ts'
import type { ReportRow } from './reports-view.ts'
import { unsealReports } from './unseal-reports.ts'

export function reportReads({ sealer }: Pick<ReadDependencies, 'sealer'>): ReadHandlers {
  return {
    async userReports({ params: { id: userId }, principal }, { rows }) {
      if (principal.role === 'resident' && principal.userId !== userId)
        return reject('forbidden', msg`You can only see your own reports.`)
      const found = await rows.find<ReportRow>('reports', withFields({ userId }, allReports))
      return { reports: await unsealReports(found, sealer, { withName: principal.role !== 'resident' }) }
    },
    async activeReports(_call, { rows }) {
      const found = await rows.find<ReportRow>('reports', activeReports)
      return { reports: await unsealReports(found, sealer, { withName: true }) }
    },
  }
}
