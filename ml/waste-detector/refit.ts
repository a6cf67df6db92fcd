/**
 * Retrains the detector's last layers, which classify materials, on all corrections.
 * Scores the new layers by cross-validation.
 */

import { likeliestMaterialOf, type Material, type MaterialShares } from './composition.ts'
import { type TrainingRow, trainLinearLayer } from './logistic-regression.ts'
import { type BoxFeatures, MIN_MATERIAL_SHARE } from './material-classifier.ts'
import { type AdditionalHeadLayers, serializeRefitLayers } from './weights.ts'

/** A box with its features and the material chosen by a person. */
interface LearnedBox extends BoxFeatures {
  material: Material
}

export interface TrainingPhoto {
  /** Content hash of the picture. */
  picture: string
  boxes: readonly LearnedBox[]
  /**
   * Whether the current heads have learned from this photo.
   * If so, the photo can't be used to score them.
   */
  known: boolean
}

/**
 * Number of boxes with the correct material (`right`).
 * `logLoss` is the mean of -ln of the correct material's share.
 */
interface Score {
  right: number
  logLoss: number
}

/**
 * Scores of the new and the current material classifiers (heads).
 * Neither of them was trained with the scored photos.
 */
export interface RefitScores {
  photos: number
  boxes: number
  before: Score
  after: Score
  /**
   * Number of photos with more correct boxes after the model was fitted again.
   * `worse` is the number of photos with fewer correct boxes.
   */
  better: number
  worse: number
}

export interface HeadRefitResult {
  /** Serialized layers that are added to the detector's original layers. */
  additions: Uint8Array
  trainedOn: { photos: number; boxes: number }
  scoredOn: RefitScores
  /** Whether the improvement is significant (coincidence has a probability of at most 0.05). */
  isBetter: boolean
}

/** Material classifier that a refit extends. */
export interface RefittableHeads {
  materials: readonly Material[]
  /** Number of features from the detector's network (`own`) and from a cropped box (`crop`). */
  sizes: { own: number; crop: number }
  inUse: AdditionalHeadLayers | undefined
  judged(view: BoxFeatures, additions?: AdditionalHeadLayers): MaterialShares
}

/** Cross-validation folds; each has all boxes of its photos. */
const FOLDS = 5
/** Maximum probability that an accepted improvement is coincidence. */
const MAX_P_VALUE = 0.05

/**
 * Retrains the classifier's heads with people's corrections.
 * Returns undefined if there are fewer scored photos than cross-validation folds.
 */
export function refitHeads(photos: readonly TrainingPhoto[], heads: RefittableHeads): HeadRefitResult | undefined {
  const unknown = photos.filter(({ known }) => !known).sort((a, b) => (a.picture < b.picture ? -1 : 1))
  if (unknown.length < FOLDS) return undefined
  const scored = Array.from({ length: FOLDS }, (_, fold) => {
    const held = new Set(unknown.filter((_photo, index) => index % FOLDS === fold))
    const additions = trainRefitLayers(
      photos.filter((photo) => !held.has(photo)),
      heads,
    )
    return [...held].map(({ boxes }) => ({
      before: scoreOf(boxes, heads.inUse, heads),
      after: scoreOf(boxes, additions, heads),
    }))
  }).flat()
  const scoredOn = compareScores(scored)
  return {
    additions: serializeRefitLayers(trainRefitLayers(photos, heads)),
    trainedOn: { photos: photos.length, boxes: photos.reduce((sum, { boxes }) => sum + boxes.length, 0) },
    scoredOn,
    isBetter: isRefitBetter(scoredOn),
  }
}

function trainRefitLayers(
  photos: readonly TrainingPhoto[],
  { materials, sizes, judged }: RefittableHeads,
): AdditionalHeadLayers {
  const boxes = photos.flatMap((photo) => photo.boxes)
  const lessonOf = ({ material, own }: LearnedBox, features: number[], view: BoxFeatures = { own }): TrainingRow => {
    const shares = judged(view)
    const said = materials.map((other) => Math.log(Math.max(shares[other], MIN_MATERIAL_SHARE)))
    return { features, said, right: materials.indexOf(material) }
  }
  return {
    crop: trainLinearLayer(
      boxes.flatMap((box) => (box.crop ? lessonOf(box, box.crop, box) : [])),
      sizes.crop,
      materials.length,
    ),
    box: trainLinearLayer(
      boxes.map((box) => lessonOf(box, box.own)),
      sizes.own,
      materials.length,
    ),
  }
}

interface Sums {
  right: number
  loss: number
  boxes: number
}

function scoreOf(
  boxes: readonly LearnedBox[],
  additions: AdditionalHeadLayers | undefined,
  { judged }: RefittableHeads,
): Sums {
  const sums = { right: 0, loss: 0, boxes: boxes.length }
  for (const box of boxes) {
    const shares = judged(box, additions)
    if (likeliestMaterialOf(shares) === box.material) sums.right++
    sums.loss -= Math.log(Math.max(shares[box.material], MIN_MATERIAL_SHARE))
  }
  return sums
}

function compareScores(photos: readonly { before: Sums; after: Sums }[]): RefitScores {
  const all = (when: 'before' | 'after'): Score => {
    const sum = (what: keyof Sums) => photos.reduce((total, photo) => total + photo[when][what], 0)
    return { right: sum('right'), logLoss: Number((sum('loss') / Math.max(sum('boxes'), 1)).toFixed(4)) }
  }
  return {
    photos: photos.length,
    boxes: photos.reduce((sum, { before }) => sum + before.boxes, 0),
    before: all('before'),
    after: all('after'),
    better: photos.filter(({ before, after }) => after.right > before.right).length,
    worse: photos.filter(({ before, after }) => after.right < before.right).length,
  }
}

/**
 * Returns whether the refitted model is better than the current one, by a sign test.
 * The test counts photos instead of boxes, because the boxes of one photo are similar.
 * The log loss must not increase.
 */
export function isRefitBetter({ before, after, better, worse }: RefitScores): boolean {
  return after.right > before.right && after.logLoss <= before.logLoss && tailOf(better, better + worse) <= MAX_P_VALUE
}

/** Returns the probability that tosses of a coin give at least this number of heads. */
function tailOf(heads: number, throws: number): number {
  let [ways, tail] = [1, 0]
  for (let count = throws; count >= heads; count--) {
    tail += ways
    ways = (ways * count) / (throws - count + 1)
  }
  return tail / 2 ** throws
}
