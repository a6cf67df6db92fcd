/** Formats analysis results for the two response shapes of detection. */

import type { AnswerOf } from '#contract/endpoints.ts'
import type { Progress } from '#contract/waste/analysis-progress.ts'
import type { Answered } from '#platform/http/api.ts'
import type { LongText } from '#platform/http/long-text.ts'

function rawOf({ id, boxes = [], model = '', version = '', weight, usage }: Progress): AnswerOf<'detectImage'>['raw'] {
  return {
    analysis_id: id,
    detections: boxes.map(({ material, confidence = null, x0, y0, x1, y1 }) => ({
      class: material,
      confidence,
      bbox: [x0, y0, x1, y1],
    })),
    model,
    version,
    weight: weight ? { ...weight, estimated: true } : null,
    ...(usage && { usage }),
  }
}

export const imageAnswer = (known: Progress, annotated_image: LongText): Answered<'detectImage'> => ({
  result: known.composition ?? {},
  total_weight: known.weight?.kg ?? null,
  annotated_image,
  raw: rawOf(known),
})

export const llmAnswer = (known: Progress, annotated_image: LongText): Answered<'detectLlm'> => ({
  composition: known.composition ?? {},
  estimated_weight: known.weight?.kg ?? null,
  annotated_image,
  raw: rawOf(known),
})
