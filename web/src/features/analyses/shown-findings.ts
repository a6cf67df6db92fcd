/** What the editor of boxes says of a photo: the analysis's own words until a box is changed. */
import type { Analysis } from '#contract/views.ts'
import { weighed } from '#rules/litter-weight.ts'
import { areSame, type Box } from './editor/boxes.ts'

type Findings = Pick<Analysis, 'composition' | 'weight'>

/**
 * Returns what was found while the boxes are those of the analysis, and what the changed boxes amount to afterwards. The
 * two differ: a model is unsure what each box holds, a person says one material of it.
 */
export const shownFindings = (analysis: Findings & { boxes?: readonly Box[] }, boxes: readonly Box[]): Findings =>
  areSame(analysis.boxes ?? [], boxes) ? analysis : weighed(boxes)
