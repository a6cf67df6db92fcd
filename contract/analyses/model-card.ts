/** Schema of the detector's model card: training data, accuracy and known limits. */
import { z } from 'zod'
import { MATERIALS } from '#domain/city.ts'

const count = z.int().min(0)
const fraction = z.number().min(0).max(1)
/** Mean difference between an estimated composition and the true one, in percentage points. */
const points = z.number().min(0).max(100)

/**
 * Cross-validated figures: each photo is scored by a detector that was not trained on it.
 * Field names are those of the training output.
 */
const ModelFigures = z.object({
  photos: count,
  boxes: count,
  folds: count,
  /** Average precision of boxes at 50 % overlap, regardless of material. */
  ap50: fraction,
  material_accuracy: z.object({
    /** Accuracy for labelled boxes if every box is cropped and classified again by the second network. */
    both: fraction,
    /** Accuracy for labelled boxes if only some boxes are classified again, as in normal use. */
    as_looked_at: fraction,
  }),
  by_material: z.record(
    z.enum(MATERIALS),
    z.object({
      boxes: count,
      right: count,
      /** 95 % confidence interval of the share of correct boxes; null if there are no boxes. */
      interval: z.tuple([fraction, fraction]).nullable(),
    }),
  ),
  composition_error: points,
  /** Composition error of always predicting the mean of the training photos. */
  baseline_mix: points,
  /** Composition error of always predicting the most common material. */
  baseline_commonest: points,
  trashnet: z.object({ photos: count, material_accuracy: fraction }),
})

/** Texts of the model card. */
const ModelWords = z.object({
  model: z.string(),
  version: z.string(),
  summary: z.string(),
  trainedOn: z.array(z.object({ what: z.string(), licence: z.string(), by: z.string() })).min(1),
  failures: z.array(z.string()).min(1),
  noEvidence: z.array(z.string()).min(1),
})

export const ModelCard = ModelWords.extend({ figures: ModelFigures })
export type ModelCard = z.infer<typeof ModelCard>
