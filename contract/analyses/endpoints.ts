/** Endpoints of analyses: photos, results and corrections. */
import { z } from 'zod'
import { MATERIALS } from '#domain/city.ts'
import { feedRooms } from '../feed/rooms.ts'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import { CorrectAnalysisBody, DetectWasteBody, RequestAnalysisBody } from './commands.ts'
import { LanguageModelUsage, WeightEstimate } from './litter.ts'
import { analysisEndpointRoutes as lines } from './routes.ts'
import { Analysis, DetectorAgreement, DetectorDisagreement, HeadRefitsView, ModelCard } from './views.ts'

/** Percent by estimated weight; empty if nothing was found. */
const composition = z.partialRecord(z.enum(MATERIALS), z.number())
/** Estimated kg; null if nothing was found. */
const kilograms = z.number().nullable()
/** A JPEG in base64, without the prefix `data:`. */
const annotated_image = z.string()

/** The analysis with the details of each detection. */
const raw = z.object({
  analysis_id: z.string(),
  detections: z.array(
    z.object({
      class: z.enum(MATERIALS),
      /** Confidence 0 to 1; null if a person set the class. */
      confidence: z.number().nullable(),
      /** Corners x0, y0, x1, y1 as fractions of width and height, from upper left. */
      bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    }),
  ),
  model: z.string(),
  version: z.string(),
  /** Weight estimated from the appearance of the litter, with bounds. */
  weight: WeightEstimate.extend({ estimated: z.literal(true) }).nullable(),
  usage: LanguageModelUsage.optional(),
})

const patience =
  'Responds when done; after 60 s with 504 and the URL of the later result as `instance`. The same photo for the same site is analysed once'

export const analysisEndpoints = defineEndpoints(lines, {
  detectImage: {
    summary: `Analyse a waste photo with the built-in detector. ${patience}`,
    body: DetectWasteBody,
    answer: z.object({ result: composition, total_weight: kilograms, annotated_image, raw }),
  },
  detectLlm: {
    summary: `Analyse a waste photo with a language model, if configured. ${patience}`,
    body: DetectWasteBody,
    answer: z.object({ composition, estimated_weight: kilograms, raw, annotated_image }),
  },
  requestAnalysis: {
    summary:
      'Analyse an uploaded picture; the result is pushed to the room `analyses`. The same picture for the same site is analysed once; a failed one is retried',
    body: RequestAnalysisBody,
    answer: createCommandAnswerSchema({ analysis: Analysis }),
  },
  analyses: {
    summary: 'The analyses, newest first',
    query: z.object({
      site_id: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(feedRooms.analyses.limit),
    }),
    answer: createListAnswerSchema('analyses', Analysis),
  },
  analysis: {
    summary: 'One analysis',
    answer: z.object({ analysis: Analysis }),
  },
  agreement: {
    summary:
      'Model card of the built-in detector, agreement over the newest 100 photos, the largest disagreements, and refits',
    answer: z.object({
      card: ModelCard.optional(),
      agreement: DetectorAgreement,
      failures: z.array(DetectorDisagreement),
      refitting: HeadRefitsView,
    }),
  },
  refitHead: {
    summary: 'Refit the detector’s material heads from corrections; used only if better on unseen photos',
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
  correctAnalysis: {
    summary: 'Correct the boxes of an analysis; updates the site based on it. Refused after another correction',
    body: CorrectAnalysisBody,
    answer: createCommandAnswerSchema({ analysis: Analysis }),
  },
})
