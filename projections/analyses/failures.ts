/** Where the detector and people disagree most, photo by photo: this installation's own known failures. */

import type { Disagreement } from '#contract/views.ts'
import type { Progress } from '#contract/waste/analysis-progress.ts'
import { apart } from './agreement.ts'

/** As many as are looked at one by one. */
const SHOWN = 6

type Looked = Pick<
  Progress,
  'id' | 'picture_url' | 'width' | 'height' | 'boxes' | 'composition' | 'seen' | 'corrections'
>

/** Of these the corrected ones, the worst first. One in which the detector saw nothing, or people do, is wrong altogether. */
export function failuresOf(newest: readonly Looked[]): Disagreement[] {
  return newest
    .filter(({ corrections, seen }) => corrections > 0 && seen !== undefined)
    .map(({ id, picture_url, width, height, boxes: corrected = [], composition, seen }) => {
      const isNothing = !seen?.composition && !composition
      const pointsWrong = apart(seen?.composition, composition) ?? (isNothing ? 0 : 100)
      return { id, picture_url, width, height, seen: seen?.boxes ?? [], corrected, pointsWrong }
    })
    .filter(({ pointsWrong }) => pointsWrong > 0)
    .sort((a, b) => b.pointsWrong - a.pointsWrong)
    .slice(0, SHOWN)
}
