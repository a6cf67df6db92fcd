/** Findings in the box editor: those of the analysis until a box changes. */
import type { Analysis } from '#contract/views.ts'
import { compositionOfBoxes } from '#domain/litter-weight.ts'
import { areSameBoxes, type Box } from './editor/boxes.ts'

type Findings = Pick<Analysis, 'composition' | 'weight'>

/**
 * Returns the analysis's findings for unchanged boxes, else a calculation from the boxes.
 * The two differ: a model has a probability per material, a person names one.
 */
export const shownFindings = (analysis: Findings & { boxes?: readonly Box[] }, boxes: readonly Box[]): Findings =>
  areSameBoxes(analysis.boxes ?? [], boxes) ? analysis : compositionOfBoxes(boxes)
