/**
 * Schemas of refits: retraining of the detector's material heads.
 * Refits learn from people's corrections and are scored on unseen photos.
 */
import { z } from 'zod'
import { timestampSchema } from '../fields.ts'

const count = z.int().min(0)

/**
 * Score of a refit: correctly classified boxes, and mean log loss.
 * The loss is -ln of the correct material's probability.
 */
const RefitScore = z.object({ right: count, logLoss: z.number().min(0) })

/** Number of a refit (retraining of the detector), from 1. */
const refit = z.int().min(1)

/** Learned correction that is added to the detector's shipped weights for recognising materials. */
export const MaterialHeadCorrection = z.object({
  /**
   * Version name.
   * Each analysis records the correction version it used.
   */
  version: z.string().min(1),
  /**
   * Version of the detector for which this correction was made.
   * The correction is invalid for other versions.
   */
  base: z.string().min(1),
  /** Hash of the weights of this classifier correction. */
  weights: z.string().min(1),
})
export type MaterialHeadCorrection = z.infer<typeof MaterialHeadCorrection>

/** Fields of a completed refit. */
export const completedRefitFields = {
  refit,
  ...MaterialHeadCorrection.omit({ weights: true }).shape,
  trainedOn: z.object({ photos: count, boxes: count }),
  /**
   * Photos on which the refit was compared with the current heads.
   * Neither of them has learned from these photos.
   * `better` and `worse` count photos with more or fewer correct boxes.
   */
  scoredOn: z.object({ photos: count, boxes: count, better: count, worse: count }),
  before: RefitScore,
  after: RefitScore,
  /** Whether the retrained classifiers are significantly better, so that later analyses use them. */
  taken: z.boolean(),
  /** Hash of the refit's weights; absent if the refit is not used. */
  weights: z.string().min(1).optional(),
  /** First 16 digits of the content hash of each training photo. */
  learnedFrom: z.array(z.string()),
}

/** Payload of the job that refits the detector from corrections. */
export const RefitJobData = z.object({ refit })
export type RefitJobData = z.infer<typeof RefitJobData>

/** Records a refit. */
export const RecordRefitCommand = z.object({ type: z.literal('RecordRefit'), ...completedRefitFields })
export type RecordRefitCommand = z.infer<typeof RecordRefitCommand>

/** Reports that a refit failed. */
export const FailRefitCommand = RefitJobData.extend({ type: z.literal('FailRefit'), reason: z.string().min(1) })
export type FailRefitCommand = z.infer<typeof FailRefitCommand>

/** A retraining of the detector ("refit"), from its request to its result. */
export const HeadRefit = z.object({
  refit,
  state: z.enum(['asked', 'done', 'failed']),
  askedAt: timestampSchema.optional(),
  endedAt: timestampSchema.optional(),
  reason: z.string().optional(),
  made: z.object(completedRefitFields).omit({ refit: true, learnedFrom: true, weights: true }).optional(),
})
export type HeadRefit = z.infer<typeof HeadRefit>

/** A refit as stored in the read store. */
export interface HeadRefitRecord extends HeadRefit {
  /** Whether later analyses use the retrained layers. */
  taken: boolean
  /**
   * Retrained layers that correct the detector's classifiers, and the photos used for training.
   * Absent if this retraining (refit) is not used.
   */
  head?: MaterialHeadCorrection & { learnedFrom: readonly string[] }
}

/** Query for the newest refit that is in use. */
export const headRefitInUseQuery = { filter: { taken: true }, sort: { refit: -1 }, limit: 1 } as const

/**
 * Number of newly corrected photos that the detector needs for a refit.
 * Fewer photos could not prove an improvement.
 */
export const MIN_CORRECTED_PHOTOS = 10
/**
 * Number of newly corrected photos after which the detector is retrained automatically.
 * So many photos can prove an improvement.
 * A careful dispatcher corrects them in a few weeks.
 */
export const AUTOMATIC_REFIT_PHOTOS = 20

/**
 * Maximum number of photos that a refit learns from; it takes the newest.
 * With this limit, a refit takes only minutes.
 */
const MAX_TRAINING_PHOTOS = 150

interface Corrected {
  picture: string
  boxes?: readonly unknown[] | undefined
}

export const shortPictureHashOf = (picture: string) => picture.slice(0, 16)

/**
 * Query for corrected photo analyses, newest first.
 * Several analyses may have the same photo, because sites can share a photo.
 */
export const correctedAnalysesQuery = {
  filter: { corrections: { $gt: 0 }, state: 'done' },
  sort: { correctedAt: -1 },
  limit: 2 * MAX_TRAINING_PHOTOS,
} as const

/** Returns the photos with boxes in their last correction, without duplicates. */
export function selectCorrectedPhotos<C extends Corrected>(newest: readonly C[]): C[] {
  const byPicture = new Map<string, C>()
  for (const one of newest) if (!byPicture.has(one.picture)) byPicture.set(one.picture, one)
  return [...byPicture.values()].filter(({ boxes = [] }) => boxes.length > 0).slice(0, MAX_TRAINING_PHOTOS)
}

/** Returns the corrected photos that the detector's current layers have not learned from. */
export function selectPhotosNotYetLearned<C extends Corrected>(
  newest: readonly C[],
  learnedFrom: readonly string[],
): C[] {
  const known = new Set(learnedFrom)
  return selectCorrectedPhotos(newest).filter(({ picture }) => !known.has(shortPictureHashOf(picture)))
}
