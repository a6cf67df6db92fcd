/** Answers reads of photo analyses, and of the detector's agreement with people. */

import {
  AUTOMATIC_REFIT_PHOTOS,
  correctedAnalysesQuery,
  headRefitInUseQuery,
  MIN_CORRECTED_PHOTOS,
  selectPhotosNotYetLearned,
} from '#contract/analyses/refits.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { HeadRefitsView, ModelCard } from '#contract/views.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { newestAnalysesQuery } from '../queries/lists.ts'
import { detectorAgreementOf, detectorDisagreementsOf } from './agreement.ts'
import { type AnalysisRow, type RefitRow, toAnalysis, toRefit } from './analyses-view.ts'
import { translateModelCard } from './card-texts.ts'

/** Number of corrected photos from which the detector's agreement with people is computed. */
const AGREEMENT_SAMPLE = 100
/** Limit of refits that are shown. */
const MAX_SHOWN_REFITS = 5

/**
 * Returns the handlers of GET requests for photo analyses.
 * `card` is the detector's model card; undefined if it can't be read.
 */
export function createAnalysisReadHandlers(card: ModelCard | undefined): ReadHandlers {
  return {
    async analyses({ query: { site_id: siteId, limit } }, { rows }) {
      const { filter, sort } = newestAnalysesQuery
      const own = siteId === undefined ? filter : { ...filter, siteId }
      const found = await rows.find<AnalysisRow>('analyses', { filter: own, sort, limit })
      return { analyses: found.map(toAnalysis) }
    },
    async agreement({ locale }, { rows }) {
      const query = {
        filter: { method: 'yolo', state: 'done' },
        sort: newestAnalysesQuery.sort,
        limit: AGREEMENT_SAMPLE,
      }
      const newest = await rows.find<AnalysisRow>('analyses', query)
      return {
        ...(card && { card: translateModelCard(translatorOf(locale), card) }),
        agreement: detectorAgreementOf(newest),
        failures: detectorDisagreementsOf(newest),
        refitting: await readHeadRefits(rows),
      }
    },
    async analysis({ params: { id } }, { rows }) {
      const [row] = await rows.get<AnalysisRow>('analyses', [id])
      return row ? { analysis: toAnalysis(row) } : reject('not-found', msg`There is no such analysis.`)
    },
  }
}

/** Reads the retrainings ("refits") and counts new corrections for the next one. */
export async function readHeadRefits(rows: Pick<Rows<'analyses' | 'refits'>, 'find'>): Promise<HeadRefitsView> {
  const [[inUse], newest, corrected] = await Promise.all([
    rows.find<RefitRow>('refits', headRefitInUseQuery),
    rows.find<RefitRow>('refits', { sort: headRefitInUseQuery.sort, limit: MAX_SHOWN_REFITS }),
    rows.find<AnalysisRow>('analyses', correctedAnalysesQuery),
  ])
  return {
    ...(inUse && { inUse: toRefit(inUse) }),
    newest: newest.map(toRefit),
    waiting: selectPhotosNotYetLearned(corrected, inUse?.head?.learnedFrom ?? []).length,
    least: MIN_CORRECTED_PHOTOS,
    enough: AUTOMATIC_REFIT_PHOTOS,
  }
}
