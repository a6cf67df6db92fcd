/**
 * Answers where bins are: a resident's own, and that of a report for dispatchers.
 * The past has no such reads, because auditors may not see places.
 */
import { reject } from '#contract/http/problems.ts'
import type { Reads } from '#platform/http/api.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { readBins } from './bins-view.ts'
import type { ReportRow } from './reports-view.ts'

export function placeReads({ sealer }: Pick<ReadDependencies, 'sealer'>): Reads {
  return {
    async ownBin({ principal: { userId } }, { rows }) {
      return { bin: (await readBins(rows, sealer, [userId])).get(userId) ?? {} }
    },

    async reportDetail({ params: { id } }, { rows }) {
      const [row] = await rows.get<ReportRow>('reports', [id])
      if (!row) return reject('not-found', 'There is no such report.')
      const { userId } = row
      return { report: { id, bin: (await readBins(rows, sealer, [userId])).get(userId) ?? {} } }
    },
  }
}
