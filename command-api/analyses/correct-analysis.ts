/** CorrectAnalysis: a person sets a photo's boxes; weights are recomputed. */

import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { LitterBox, LitterDetection } from '#contract/analyses/litter.ts'
import type { CorrectAnalysisBody as Shape } from '#contract/commands.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { compositionOfBoxes } from '#domain/litter-weight.ts'
import type { AnalysisState } from '../aggregates/analysis.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

type CorrectAnalysis = z.infer<typeof Shape> & { analysisId: string; correctedBy: string }

/**
 * Returns the corrected boxes.
 * Unchanged boxes keep the model's confidence.
 */
export function mergeCorrectedBoxes(said: CorrectAnalysis['boxes'], before: readonly LitterBox[]): LitterBox[] {
  const known = new Map(before.map((box) => [box.id, box]))
  return said.map((box) => {
    const { confidence, ...same } = known.get(box.id) ?? { confidence: undefined }
    return isDeepStrictEqual(same, box) && confidence !== undefined ? { ...box, confidence } : box
  })
}

/**
 * Records the corrected boxes of a photo.
 * `annotated` is the hash of the photo with the corrected boxes.
 */
export const correctAnalysis: Decider<CorrectAnalysis & { annotated: string }, AnalysisState, 'analysis'> = (
  { analysisId, corrections, boxes, correctedBy, annotated },
  { known },
  now,
) => {
  if (!known) return reject('not-found', msg`There is no such analysis.`)
  if (known.state !== 'done') return reject('conflict', msg`This photo has not been analysed yet.`)
  if (known.corrections !== corrections)
    return reject('conflict', msg`Someone else has corrected this analysis. Please look again.`)
  const before: LitterDetection = { boxes: known.boxes ?? [], composition: known.composition, weight: known.weight }
  const after = mergeCorrectedBoxes(boxes, before.boxes)
  if (isDeepStrictEqual(after, before.boxes)) return []
  return [
    createEvent('AnalysisCorrected', {
      analysisId,
      number: corrections + 1,
      ...(known.siteId !== undefined && { siteId: known.siteId }),
      before,
      after: { boxes: after, ...compositionOfBoxes(after) },
      annotated,
      correctedBy,
      correctedAt: now.toISOString(),
    }),
  ]
}
