/** What the built-in detector learned from, how right it was when it was trained, and what it does not know. */
import { z } from 'zod'
import { MATERIALS } from '#rules/city.ts'

const count = z.int().min(0)
const fraction = z.number().min(0).max(1)
/** Percentage points of a composition that lie elsewhere in the true one, on average. */
const points = z.number().min(0).max(100)

/** Measured in folds: each photo by a detector that had not seen it. Named as the training writes them. */
export const ModelFigures = z.object({
  photos: count,
  boxes: count,
  folds: count,
  /** Average precision of boxes that overlap a true one by half, whatever their material. */
  ap50: fraction,
  material_accuracy: z.object({
    /** Of true boxes, each looked at closely. */
    both: fraction,
    /** Of true boxes, looked at closely only where the product does that. */
    as_looked_at: fraction,
  }),
  by_material: z.record(
    z.enum(MATERIALS),
    z.object({
      boxes: count,
      right: count,
      /** Where the share of right ones lies with 95 %; null where there was no box. */
      interval: z.tuple([fraction, fraction]).nullable(),
    }),
  ),
  composition_error: points,
  /** The same where the mean of the training photos is always said. */
  baseline_mix: points,
  /** The same where the commonest material is always said. */
  baseline_commonest: points,
  trashnet: z.object({ photos: count, material_accuracy: fraction }),
})

/** What no figure says, in words. */
export const ModelWords = z.object({
  model: z.string(),
  version: z.string(),
  summary: z.string(),
  trainedOn: z.array(z.object({ what: z.string(), licence: z.string(), by: z.string() })).min(1),
  failures: z.array(z.string()).min(1),
  noEvidence: z.array(z.string()).min(1),
})

export const ModelCard = ModelWords.extend({ figures: ModelFigures })
export type ModelCard = z.infer<typeof ModelCard>
