/** Schemas of analyses: progress, results, agreement with people, model card. */

import { z } from 'zod'
import { MATERIALS } from '#domain/city.ts'
import { simulatedSchema, timestampSchema } from '../fields.ts'
import { ANALYSIS_METHODS, LanguageModelUsage, LitterBox, LitterDetection } from './litter.ts'
import { HeadRefit } from './refits.ts'

/** States of an analysis, from request to end. */
const ANALYSIS_STATES = ['queued', 'running', 'done', 'failed'] as const

export const Analysis = LitterDetection.partial({ boxes: true }).extend({
  simulated: simulatedSchema,
  id: z.string(),
  siteId: z.string().optional(),
  method: z.enum(ANALYSIS_METHODS),
  state: z.enum(ANALYSIS_STATES),
  /** URL of the original photo; a width can be requested. */
  picture_url: z.string(),
  /** Width in px. */
  width: z.int(),
  /** Height of the photo in px. */
  height: z.int(),
  /** URL of the photo with boxes, labels and confidences. */
  annotated_url: z.string().optional(),
  requestedAt: timestampSchema,
  /**
   * Orders lists of analyses: a newer one has a higher number.
   * Unlike the time, it does not depend on the clock.
   * Answers of commands lack it.
   */
  sequence: z.int().min(0).optional(),
  startedAt: timestampSchema.optional(),
  /** Time at which the analysis completed or failed. */
  endedAt: timestampSchema.optional(),
  /** Reason of a failure. */
  reason: z.string().optional(),
  model: z.string().optional(),
  version: z.string().optional(),
  usage: LanguageModelUsage.optional(),
  /** Number of times that people corrected the analysis; `correctedAt` is the time of the last correction. */
  corrections: z.int().min(0),
  correctedAt: timestampSchema.optional(),
})
export type Analysis = z.infer<typeof Analysis>

const count = z.int().min(0)

/** Agreement between people and the built-in detector on its newest 100 photos. */
export const DetectorAgreement = z.object({
  /** Name and version of the detector that analysed the newest photo. */
  model: z.string().optional(),
  version: z.string().optional(),
  analyses: count,
  /**
   * Number of analyses that people corrected.
   * The figures about boxes and materials cover only these analyses.
   */
  corrected: count,
  boxes: z.object({
    /** Number of boxes that the model detected. */
    seen: count,
    /** Detected boxes whose material people did not change, even if moved. */
    right: count,
    otherMaterial: count,
    removed: count,
    /** Number of boxes that people added. */
    added: count,
  }),
  /** Detected boxes (`seen`) and correct ones (`right`), by detected material. */
  byMaterial: z.record(z.enum(MATERIALS), z.object({ seen: count, right: count })),
  /**
   * Mean difference between the detected and the corrected composition, in percentage points.
   * Absent when unknown.
   */
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

/** Runs in which the detector's material layers learned from people's corrections. */
export const HeadRefitsView = z.object({
  /**
   * The training (refit) whose result the detector uses.
   * Absent while the detector uses the heads that are shipped with the app.
   */
  inUse: HeadRefit.optional(),
  /** Newest first. */
  newest: z.array(HeadRefit),
  /** Corrected photos that the current heads have not learned from. */
  waiting: count,
  /** Corrected photos that a refit needs: `least` if requested, `enough` to start automatically. */
  least: count,
  enough: count,
})
export type HeadRefitsView = z.infer<typeof HeadRefitsView>

const fraction = z.number().min(0).max(1)
/** Mean difference between estimated and true composition, in percentage points. */
const points = z.number().min(0).max(100)

/**
 * Cross-validated figures: the detector for each photo was not trained on it.
 * Field names are those of the training output.
 */
const ModelFigures = z.object({
  photos: count,
  boxes: count,
  folds: count,
  /** Average precision of boxes at 50 % overlap, regardless of material. */
  ap50: fraction,
  material_accuracy: z.object({
    /** Accuracy for labelled boxes if the second network classifies every box's crop again. */
    both: fraction,
    /** Accuracy if the second network classifies only the boxes that it checks in production. */
    as_looked_at: fraction,
  }),
  by_material: z.record(
    z.enum(MATERIALS),
    z.object({
      boxes: count,
      right: count,
      /** 95 % confidence interval of the share of correct boxes; null without boxes. */
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

/** The detector's model card: training data, accuracy and known limits. */
export const ModelCard = ModelWords.extend({ figures: ModelFigures })
export type ModelCard = z.infer<typeof ModelCard>
