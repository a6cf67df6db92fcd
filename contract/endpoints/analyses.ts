/** Endpoints of analyses: photos, results and corrections. */
import { z } from 'zod'
import { MATERIALS } from '#rules/city.ts'
import { CorrectAnalysis, DetectWaste, RequestAnalysis } from '../commands/analyses.ts'
import { endpointsOf, list, message, written } from '../door/endpoint.ts'
import { rooms } from '../feed/rooms.ts'
import { analyses as lines } from '../lines/analyses.ts'
import { Agreement, Analysis, Disagreement, Refitting } from '../views/analyses.ts'
import { ModelCard } from '../views/model-card.ts'
import { Usage, WeightEstimate } from '../waste/litter.ts'

/** Percent by estimated weight; empty when nothing was found. */
const composition = z.partialRecord(z.enum(MATERIALS), z.number())
/** Estimated kg; null when nothing was found. */
const kilograms = z.number().nullable()
/** A JPEG in base64, without the prefix `data:`. */
const annotated_image = z.string()

/** The analysis with the details of each detection. */
const raw = z.object({
  analysis_id: z.string(),
  detections: z.array(
    z.object({
      class: z.enum(MATERIALS),
      /** 0 to 1; null when a person set the class. */
      confidence: z.number().nullable(),
      /** x0, y0, x1, y1 as fractions of the width and height, from the upper left corner. */
      bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    }),
  ),
  model: z.string(),
  version: z.string(),
  /** Estimated from the appearance of the litter, with bounds. */
  weight: WeightEstimate.extend({ estimated: z.literal(true) }).nullable(),
  usage: Usage.optional(),
})

const patience =
  'It answers when the analysis is done; after 60 s with 504 and, as `instance`, where its result will be. The same photo for the same site is analysed once'

export const analyses = endpointsOf(lines, {
  detectImage: {
    summary: `Send a photo of waste: the built-in detector says what is in it. ${patience}`,
    body: DetectWaste,
    answer: z.object({ result: composition, total_weight: kilograms, annotated_image, raw }),
  },
  detectLlm: {
    summary: `Send a photo of waste: a language model says what is in it, where one is set up. ${patience}`,
    body: DetectWaste,
    answer: z.object({ composition, estimated_weight: kilograms, raw, annotated_image }),
  },
  requestAnalysis: {
    summary:
      'Have a picture that was sent before analysed; what comes of it is pushed to the room `analyses`. The same picture for the same site is analysed once; one that failed is tried again',
    body: RequestAnalysis,
    answer: written({ analysis: Analysis }),
  },
  analyses: {
    summary: 'The analyses, newest first',
    query: z.object({
      site_id: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(rooms.analyses.limit),
    }),
    answer: list('analyses', Analysis),
  },
  analysis: {
    summary: 'One analysis',
    answer: z.object({ analysis: Analysis }),
  },
  agreement: {
    summary:
      'The card of the built-in detector: what it learned from and its figures, where they lie on the server, and how far people agree with it: their corrections of the newest 100 photos, those in which they disagree most, and what was learned from them',
    answer: z.object({
      card: ModelCard.optional(),
      agreement: Agreement,
      failures: z.array(Disagreement),
      refitting: Refitting,
    }),
  },
  refitHead: {
    summary:
      'Have the material heads of the built-in detector refitted now from what people corrected. It is taken into use where it is better on photos that it has not seen',
    answer: written({ message }),
  },
  correctAnalysis: {
    summary:
      'Say what is to be seen in a photo; what its site holds follows, where that was made of this analysis. Refused where somebody else has corrected it meanwhile',
    body: CorrectAnalysis,
    answer: written({ analysis: Analysis }),
  },
})
