/** Reports refits of the material heads and new corrections to learn from. */

import type { Refitting } from '#contract/views.ts'
import {
  ENOUGH_CORRECTED,
  LEAST_CORRECTED,
  newestCorrected,
  newlyCorrected,
  refitInUse,
} from '#contract/waste/refits.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { AnalysisRow } from './analyses-view.ts'
import { type RefitRow, toRefit } from './refits-view.ts'

const SHOWN = 5

export async function refittingOf(rows: Pick<Rows<'analyses' | 'refits'>, 'find'>): Promise<Refitting> {
  const [[inUse], newest, corrected] = await Promise.all([
    rows.find<RefitRow>('refits', refitInUse),
    rows.find<RefitRow>('refits', { sort: refitInUse.sort, limit: SHOWN }),
    rows.find<AnalysisRow>('analyses', newestCorrected),
  ])
  return {
    ...(inUse && { inUse: toRefit(inUse) }),
    newest: newest.map(toRefit),
    waiting: newlyCorrected(corrected, inUse?.head?.learnedFrom ?? []).length,
    ...{ least: LEAST_CORRECTED, enough: ENOUGH_CORRECTED },
  }
}
