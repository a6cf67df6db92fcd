/** The analyses' reads at the door: the newest, and one. */
import { reject } from '#contract/problems.ts'
import type { Reads } from '#platform/http/api.ts'
import { newestAnalyses } from '../reading/lists.ts'
import { type AnalysisRow, toAnalysis } from './analyses-view.ts'

export function analysisReads(): Reads {
  return {
    async analyses({ query: { site_id: siteId, limit } }, { rows }) {
      const { filter, sort } = newestAnalyses
      const own = siteId === undefined ? filter : { ...filter, siteId }
      const found = await rows.find<AnalysisRow>('analyses', { filter: own, sort, limit })
      return { analyses: found.map(toAnalysis) }
    },
    async analysis({ params: { id } }, { rows }) {
      const [row] = await rows.get<AnalysisRow>('analyses', [id])
      return row ? { analysis: toAnalysis(row) } : reject('not-found', 'There is no such analysis.')
    },
  }
}
