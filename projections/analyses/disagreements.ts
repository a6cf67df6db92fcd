/** Finds the photos where people disagree most with the detector. */

import type { AnalysisProgress } from '#contract/analyses/analysis-progress.ts'
import type { DetectorDisagreement } from '#contract/views.ts'
import { compositionDifference } from './agreement.ts'

const MAX_SHOWN = 6

type ComparedAnalysis = Pick<
  AnalysisProgress,
  'id' | 'picture_url' | 'width' | 'height' | 'boxes' | 'composition' | 'seen' | 'corrections'
>

/**
 * Returns the corrected analyses, worst first.
 * If only one side found waste, the analysis counts as 100 points wrong.
 */
export function detectorDisagreementsOf(newest: readonly ComparedAnalysis[]): DetectorDisagreement[] {
  return newest
    .filter(({ corrections, seen }) => corrections > 0 && seen !== undefined)
    .map(({ id, picture_url, width, height, boxes: corrected = [], composition, seen }) => {
      const isNothing = !seen?.composition && !composition
      const pointsWrong = compositionDifference(seen?.composition, composition) ?? (isNothing ? 0 : 100)
      return { id, picture_url, width, height, seen: seen?.boxes ?? [], corrected, pointsWrong }
    })
    .filter(({ pointsWrong }) => pointsWrong > 0)
    .sort((a, b) => b.pointsWrong - a.pointsWrong)
    .slice(0, MAX_SHOWN)
}
