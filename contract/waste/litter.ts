/** What an analysis says of a photo, as events, commands and views have it: boxes of litter, a composition, a weight. */
import { z } from 'zod'
import { MATERIALS } from '#rules/city.ts'

/** Who looks at a photo: the built-in detector, or a language model elsewhere. */
export const METHODS = ['yolo', 'llm'] as const
export type Method = (typeof METHODS)[number]

/** More boxes than anybody corrects. */
export const MOST_BOXES = 50

const fraction = z.number().min(0).max(1)

/** Where litter lies: fractions of the photo's width and height, from its upper left corner. */
export const LitterBox = z.object({
  id: z.string().min(1).max(20),
  material: z.enum(MATERIALS),
  /** How sure the model is, 0 to 1; absent where a person said so. */
  confidence: fraction.optional(),
  x0: fraction,
  y0: fraction,
  x1: fraction,
  y1: fraction,
})
export type LitterBox = z.infer<typeof LitterBox>

/** What litter may weigh by how it looks, in kg: always an estimate, and between what it may lie. */
export const WeightEstimate = z.object({ kg: z.number().min(0), low: z.number().min(0), high: z.number().min(0) })
export type WeightEstimate = z.infer<typeof WeightEstimate>

/** What was seen. */
export const Findings = z.object({
  boxes: z.array(LitterBox).max(MOST_BOXES),
  /** Percent by estimated weight, of all seven, summing to 100; absent where nothing was found: then nobody knows. */
  composition: z.record(z.enum(MATERIALS), z.number()).optional(),
  /** Absent where nothing was found. */
  weight: WeightEstimate.optional(),
})
export type Findings = z.infer<typeof Findings>

/** What an answer of a language model took: tokens, and dollars where their price is known. */
export const Usage = z.object({
  promptTokens: z.int().min(0),
  answerTokens: z.int().min(0),
  usd: z.number().min(0).optional(),
  /** Calls, those that were tried again included. */
  calls: z.int().min(1),
})
export type Usage = z.infer<typeof Usage>

/** Which model looked, what it saw, and what that took. */
export const AnalysisResult = Findings.extend({
  model: z.string().min(1),
  version: z.string().min(1),
  /** Content hash of the picture with the boxes drawn on it. */
  annotated: z.string().min(1),
  /** ms: until the picture was decoded, of looking at it, and of drawing. */
  took: z.object({ decoding: z.number(), looking: z.number(), drawing: z.number() }),
  usage: Usage.optional(),
})
export type AnalysisResult = z.infer<typeof AnalysisResult>
