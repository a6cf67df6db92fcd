/** Schemas of analyses: progress, results and agreement with people. */
import { z } from 'zod'
import { MATERIALS } from '#domain/city.ts'
import { at, simulated } from '../fields.ts'
import { ANALYSIS_METHODS, LanguageModelUsage, LitterBox, LitterDetection } from './litter.ts'
import { HeadRefit } from './refits.ts'

/** States from request to end. */
const ANALYSIS_STATES = ['queued', 'running', 'done', 'failed'] as const

export const Analysis = LitterDetection.partial({ boxes: true }).extend({
  simulated,
  id: z.string(),
  siteId: z.string().optional(),
  method: z.enum(ANALYSIS_METHODS),
  state: z.enum(ANALYSIS_STATES),
  /** URL of the original photo; a width can be requested. */
  picture_url: z.string(),
  /** px */
  width: z.int(),
  /** px */
  height: z.int(),
  /** URL of the photo with boxes, labels and confidences. */
  annotated_url: z.string().optional(),
  requestedAt: at,
  startedAt: at.optional(),
  /** Time at which the analysis completed or failed. */
  endedAt: at.optional(),
  /** Reason of a failure. */
  reason: z.string().optional(),
  model: z.string().optional(),
  version: z.string().optional(),
  usage: LanguageModelUsage.optional(),
  /** Number of corrections; `correctedAt` is the time of the last. */
  corrections: z.int().min(0),
  correctedAt: at.optional(),
})
export type Analysis = z.infer<typeof Analysis>

const count = z.int().min(0)

/** Agreement between people and the built-in detector on the detector's newest 100 photos. */
export const DetectorAgreement = z.object({
  /** Detector version of the newest photo. */
  model: z.string().optional(),
  version: z.string().optional(),
  analyses: count,
  /** Number of analyses that people corrected. All figures below are about these. */
  corrected: count,
  boxes: z.object({
    /** Number of boxes that the model detected. */
    seen: count,
    /** Number of the detected boxes whose material people did not change, even if they moved the box. */
    right: count,
    otherMaterial: count,
    removed: count,
    /** Number of boxes that people added. */
    added: count,
  }),
  /** The same figures by the material that the model detected. */
  byMaterial: z.record(z.enum(MATERIALS), z.object({ seen: count, right: count })),
  /** Mean change of the composition by corrections, in percentage points; absent when unknown. */
  pointsWrong: z.number().optional(),
})
export type DetectorAgreement = z.infer<typeof DetectorAgreement>

/** A photo whose composition people corrected, with both results. */
export const DetectorDisagreement = Analysis.pick({ id: true, picture_url: true, width: true, height: true }).extend({
  seen: z.array(LitterBox),
  corrected: z.array(LitterBox),
  /** Change of the composition by the correction, in percentage points. */
  pointsWrong: z.number(),
})
export type DetectorDisagreement = z.infer<typeof DetectorDisagreement>

/** Refits of the material heads from people's corrections. */
export const HeadRefitsView = z.object({
  /** Refit in use; absent while the shipped heads are used. */
  inUse: HeadRefit.optional(),
  /** Newest first. */
  newest: z.array(HeadRefit),
  /** Number of corrected photos that the current heads have not learned from. */
  waiting: count,
  /** Number of photos needed for a refit (`least`), and number that starts one automatically (`enough`). */
  least: count,
  enough: count,
})
export type HeadRefitsView = z.infer<typeof HeadRefitsView>
