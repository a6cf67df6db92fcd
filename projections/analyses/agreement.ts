/** Measures how corrections agree with the detector, and finds the worst photos. */

import type { AnalysisProgress } from '#contract/analyses/analysis-progress.ts'
import type { LitterBox } from '#contract/analyses/litter.ts'
import type { DetectorAgreement, DetectorDisagreement } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'

type ComparedAnalysis = Pick<AnalysisProgress, 'boxes' | 'composition' | 'seen' | 'model' | 'version' | 'corrections'>
type Composition = ComparedAnalysis['composition']

/** Returns the difference of two compositions in percentage points, or undefined. */
export function compositionDifferenceOf(seen: Composition, now: Composition): number | undefined {
  if (!seen || !now) return undefined
  return MATERIALS.reduce((sum, material) => sum + Math.abs((seen[material] ?? 0) - (now[material] ?? 0)), 0) / 2
}

/**
 * Compares the detector's boxes with the boxes that people corrected, matched by id.
 * `newest` contains completed analyses by one model.
 */
export function detectorAgreementOf(newest: readonly ComparedAnalysis[]): DetectorAgreement {
  const checked = newest.filter(({ corrections }) => corrections > 0)
  const byMaterial = Object.fromEntries(
    MATERIALS.map((material) => [material, { seen: 0, right: 0 }]),
  ) as DetectorAgreement['byMaterial']
  const boxes = { seen: 0, right: 0, otherMaterial: 0, removed: 0, added: 0 }
  for (const { seen, boxes: now = [] } of checked) {
    const after = new Map(now.map((box) => [box.id, box]))
    const before = new Map((seen?.boxes ?? []).map((box): [string, LitterBox] => [box.id, box]))
    boxes.added += now.filter(({ id }) => !before.has(id)).length
    for (const { id, material } of before.values()) {
      const still = after.get(id)
      boxes.seen++
      byMaterial[material].seen++
      if (!still) boxes.removed++
      else if (still.material === material) boxes.right++
      else boxes.otherMaterial++
      if (still?.material === material) byMaterial[material].right++
    }
  }
  const points = checked.flatMap(
    ({ seen, composition }) => compositionDifferenceOf(seen?.composition, composition) ?? [],
  )
  const { model, version } = newest[0] ?? {}
  return {
    ...(model !== undefined && { model, version }),
    analyses: newest.length,
    corrected: checked.length,
    boxes,
    byMaterial,
    ...(points.length > 0 && {
      pointsWrong: Math.round((points.reduce((sum, one) => sum + one, 0) / points.length) * 10) / 10,
    }),
  }
}

/** Limit of photos that are shown as disagreements. */
const MAX_SHOWN = 6

type IllustratedAnalysis = Pick<
  AnalysisProgress,
  'id' | 'picture_url' | 'width' | 'height' | 'boxes' | 'composition' | 'seen' | 'corrections'
>

/**
 * Returns the photos for which detector and people disagree most, worst first.
 * If only the detector or only the people found waste, the difference is 100 points.
 */
export function detectorDisagreementsOf(newest: readonly IllustratedAnalysis[]): DetectorDisagreement[] {
  return newest
    .filter(({ corrections, seen }) => corrections > 0 && seen !== undefined)
    .map(({ id, picture_url, width, height, boxes: corrected = [], composition, seen }) => {
      const isNothing = !seen?.composition && !composition
      const pointsWrong = compositionDifferenceOf(seen?.composition, composition) ?? (isNothing ? 0 : 100)
      return { id, picture_url, width, height, seen: seen?.boxes ?? [], corrected, pointsWrong }
    })
    .filter(({ pointsWrong }) => pointsWrong > 0)
    .sort((a, b) => b.pointsWrong - a.pointsWrong)
    .slice(0, MAX_SHOWN)
}
