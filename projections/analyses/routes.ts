/** Answers reads of photo analyses: the newest, and one by id. */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { ModelCard } from '#contract/views.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { translateInto } from '#platform/languages/catalogues.ts'
import { newestAnalyses } from '../queries/lists.ts'
import { detectorAgreementOf } from './agreement.ts'
import { type AnalysisRow, toAnalysis } from './analyses-view.ts'
import { translateModelCard } from './card-texts.ts'
import { detectorDisagreementsOf } from './disagreements.ts'
import { readRefitsView } from './refit-status.ts'

/** Count of corrected photos by which the detector's agreement with people is measured. */
const AGREEMENT_SAMPLE = 100

/**
 * Returns the reads of photo analyses.
 * `card` describes the built-in detector; it is undefined if the card can't be read.
 */
export function analysisReads(card: ModelCard | undefined): ReadHandlers {
  return {
    async analyses({ query: { site_id: siteId, limit } }, { rows }) {
      const { filter, sort } = newestAnalyses
      const own = siteId === undefined ? filter : { ...filter, siteId }
      const found = await rows.find<AnalysisRow>('analyses', { filter: own, sort, limit })
      return { analyses: found.map(toAnalysis) }
    },
    async agreement({ locale }, { rows }) {
      const query = { filter: { method: 'yolo', state: 'done' }, sort: newestAnalyses.sort, limit: AGREEMENT_SAMPLE }
      const newest = await rows.find<AnalysisRow>('analyses', query)
      const told = {
        agreement: detectorAgreementOf(newest),
        failures: detectorDisagreementsOf(newest),
        refitting: await readRefitsView(rows),
      }
      return { ...(card && { card: translateModelCard(translateInto(locale), card) }), ...told }
    },
    async analysis({ params: { id } }, { rows }) {
      const [row] = await rows.get<AnalysisRow>('analyses', [id])
      return row ? { analysis: toAnalysis(row) } : reject('not-found', msg`There is no such analysis.`)
    },
  }
}
