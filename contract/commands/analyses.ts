/** What is asked of an analysis: that a photo is looked at, and that what was seen is put right. */
import { z } from 'zod'
import { LitterBox, METHODS, MOST_BOXES } from '../waste/litter.ts'

/** A site's id; an empty field of a form names none. */
const siteId = z
  .string()
  .max(40)
  .transform((id) => id || undefined)
  .optional()

/** What is typed in the form beside the file. */
export const DetectWaste = z.object({ siteId })

export const RequestAnalysis = z.object({
  /** As it was answered when the picture was sent. */
  picture: z.string().regex(/^[0-9a-f]{64}$/, 'Name the picture as it was answered when it was sent'),
  siteId,
  method: z.enum(METHODS),
})

/** Narrower than a box's line. */
const SMALLEST = 0.002

const CorrectedBox = LitterBox.omit({ confidence: true }).refine(
  ({ x0, y0, x1, y1 }) => x1 - x0 >= SMALLEST && y1 - y0 >= SMALLEST,
  'A box must have a width and a height',
)

export const CorrectAnalysis = z.object({
  /** How many corrections there were when this one was begun. */
  corrections: z.int().min(0),
  /** All boxes as they should be; none where there is no litter to be seen. */
  boxes: z
    .array(CorrectedBox)
    .max(MOST_BOXES, `At most ${MOST_BOXES} boxes`)
    .refine((boxes) => new Set(boxes.map(({ id }) => id)).size === boxes.length, 'Two boxes have the same id'),
})
