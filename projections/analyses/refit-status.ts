/**
 * Reports the retrainings ("refits") of the detector's material classifiers, and how many new corrections wait for
 * one.
 */

import {
  AUTOMATIC_REFIT_PHOTOS,
  correctedAnalysesQuery,
  headRefitInUseQuery,
  MIN_CORRECTED_PHOTOS,
  photosNotYetLearned,
} from '#contract/analyses/refits.ts'
import type { HeadRefitsView } from '#contract/views.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { AnalysisRow } from './analyses-view.ts'
import { type RefitRow, toRefit } from './refits-view.ts'

const MAX_SHOWN = 5

export async function readRefitsView(rows: Pick<Rows<'analyses' | 'refits'>, 'find'>): Promise<HeadRefitsView> {
  const [[inUse], newest, corrected] = await Promise.all([
    rows.find<RefitRow>('refits', headRefitInUseQuery),
    rows.find<RefitRow>('refits', { sort: headRefitInUseQuery.sort, limit: MAX_SHOWN }),
    rows.find<AnalysisRow>('analyses', correctedAnalysesQuery),
  ])
  return {
    ...(inUse && { inUse: toRefit(inUse) }),
    newest: newest.map(toRefit),
    waiting: photosNotYetLearned(corrected, inUse?.head?.learnedFrom ?? []).length,
    least: MIN_CORRECTED_PHOTOS,
    enough: AUTOMATIC_REFIT_PHOTOS,
  }
}
