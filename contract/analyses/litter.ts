/** Schemas of an analysis result: boxes of litter, composition and weight. */
import { z } from 'zod'
import { MATERIALS } from '#domain/city.ts'

/** Method of analysis: the built-in detector, or an external language model. */
export const ANALYSIS_METHODS = ['yolo', 'llm'] as const
export type AnalysisMethod = (typeof ANALYSIS_METHODS)[number]

/** Maximum number of boxes per photo; people would not correct more. */
export const MAX_BOXES_PER_PHOTO = 50

const fraction = z.number().min(0).max(1)

/** Position in fractions of the photo's width and height, from upper left. */
export const LitterBox = z.object({
  id: z.string().min(1).max(20),
  material: z.enum(MATERIALS),
  /** Model confidence 0 to 1; absent if a person set the material. */
  confidence: fraction.optional(),
  x0: fraction,
  y0: fraction,
  x1: fraction,
  y1: fraction,
})
export type LitterBox = z.infer<typeof LitterBox>

/** Weight in kg with bounds, estimated from the litter's appearance. */
export const WeightEstimate = z.object({ kg: z.number().min(0), low: z.number().min(0), high: z.number().min(0) })
export type WeightEstimate = z.infer<typeof WeightEstimate>

/** Result of analysing a photo. */
export const LitterDetection = z.object({
  boxes: z.array(LitterBox).max(MAX_BOXES_PER_PHOTO),
  /** Percent by estimated weight of all seven materials, summing to 100; absent without litter. */
  composition: z.record(z.enum(MATERIALS), z.number()).optional(),
  /** Estimated weight; absent if nothing was found. */
  weight: WeightEstimate.optional(),
})
export type LitterDetection = z.infer<typeof LitterDetection>

/** Cost of a language model's answer: tokens, and dollars if priced. */
export const LanguageModelUsage = z.object({
  promptTokens: z.int().min(0),
  answerTokens: z.int().min(0),
  usd: z.number().min(0).optional(),
  /** Number of calls to the model, including retries. */
  calls: z.int().min(1),
})
export type LanguageModelUsage = z.infer<typeof LanguageModelUsage>

/** Model, result and cost of an analysis. */
export const AnalysisResult = LitterDetection.extend({
  model: z.string().min(1),
  version: z.string().min(1),
  /** Content hash of the picture with the boxes drawn on it. */
  annotated: z.string().min(1),
  /** Duration in ms of decoding, detecting (`looking`) and drawing. */
  took: z.object({ decoding: z.number(), looking: z.number(), drawing: z.number() }),
  usage: LanguageModelUsage.optional(),
})
export type AnalysisResult = z.infer<typeof AnalysisResult>
