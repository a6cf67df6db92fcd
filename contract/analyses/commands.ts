/** Commands about analyses: request one, or correct its result. */
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { ANALYSIS_METHODS, LitterBox, MAX_BOXES_PER_PHOTO } from './litter.ts'

/** A site id; an empty form field means no site. */
const siteId = z
  .string()
  .max(40)
  .transform((id) => id || undefined)
  .optional()

/** Form fields beside the uploaded file. */
export const DetectWasteBody = z.object({ siteId })

export const RequestAnalysisBody = z.object({
  /** Hash returned by the upload of the photo. */
  picture: z.string().regex(/^[0-9a-f]{64}$/, msg`Enter the picture as returned by the upload`.message),
  siteId,
  method: z.enum(ANALYSIS_METHODS),
})

/** Smallest side of a box as a fraction of the picture, about the thickness of its outline. */
const SMALLEST = 0.002

const CorrectedBox = LitterBox.omit({ confidence: true }).refine(
  ({ x0, y0, x1, y1 }) => x1 - x0 >= SMALLEST && y1 - y0 >= SMALLEST,
  msg`A box must have a width and a height`.message,
)

export const CorrectAnalysisBody = z.object({
  /** Number of corrections when the edit began, for conflict detection. */
  corrections: z.int().min(0),
  /**
   * All boxes of the photo after the correction.
   * Empty if the photo shows no litter.
   */
  boxes: z
    .array(CorrectedBox)
    .max(MAX_BOXES_PER_PHOTO, `At most ${MAX_BOXES_PER_PHOTO} boxes`)
    .refine(
      (boxes) => new Set(boxes.map(({ id }) => id)).size === boxes.length,
      msg`Two boxes have the same id`.message,
    ),
})
