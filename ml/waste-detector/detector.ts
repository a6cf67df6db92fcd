/** The built-in detector: a photo's pixels become boxes of litter with their materials, and shares of what is seen by material. */
import * as tf from '@tensorflow/tfjs-core'
import { type Additions, additionsFrom, tensorsOf } from './additions.ts'
import { startBackend } from './backend.ts'
import { boxesOf, type Found } from './boxes.ts'
import { areaShares, counted } from './composition.ts'
import { restBetweenSteps, runSteps, type Weights } from './graph.ts'
import { judge, linear, type View, viewsOf } from './judge.ts'
import { commonest, type Material, type Shares } from './materials.ts'
import { aroundOf, type Plane } from './pooling.ts'
import { ranked } from './ranking.ts'
import { type LearnedPhoto, type Refit, refitted } from './refit.ts'
import { type Model, readWeights, shapeOf } from './weights.ts'
import { type Photo, type Rectangle, squareOf, wholeOf } from './window.ts'

/** A box of litter, as fractions of the photo. */
export interface LitterBox extends Rectangle {
  /** how sure the detector is that this is litter, 0 to 1 */
  confidence: number
  /** the likeliest material, and how likely each is */
  material: Material
  shares: Shares
}

/** What was found in a photo. Where nothing was found, areas are null: unknown, not 'other'. */
export interface Analysis {
  /** surest first: those that count in the areas */
  boxes: LitterBox[]
  /** shares of the litter's seen area, sums to 1 */
  areas: Shares | null
}

/** A detector that is ready; it works on the thread that it was opened on, one photo at a time. */
export interface Detector {
  model: string
  version: string
  /** `wasm` or `tensorflow` */
  backend: string
  /**
   * The analysis of a photo. Photos larger than some 1300 pixels gain nothing and cost time. `additions`: what a
   * refit of this version answered.
   */
  detect(rgb: Uint8Array, width: number, height: number, additions?: Uint8Array): Analysis
  /** All boxes, also those too unsure to be shown, surest first. */
  find(rgb: Uint8Array, width: number, height: number): Found[]
  /** The materials of boxes that somebody else found; those at the front are looked at most closely. */
  materialsOf(rgb: Uint8Array, width: number, height: number, boxes: readonly Rectangle[]): Shares[]
  /** What the networks see of boxes that somebody else found: what materials are told by, and learned from. */
  viewsOf(rgb: Uint8Array, width: number, height: number, boxes: readonly Rectangle[]): View[]
  /** What people's corrections are to add to its heads, and how right that is beside the additions in use. */
  refit(photos: readonly LearnedPhoto[], inUse?: Uint8Array): Refit | undefined
}

/** Reads the weights in a folder and makes a detector of them. `rest` is called every few ms while it works. */
export async function openDetector(weightsFolder: string, rest?: () => void): Promise<Detector> {
  if (rest) restBetweenSteps(rest)
  const backend = await startBackend()
  const { model, tensors } = await readWeights(weightsFolder)
  const added = (bytes: Uint8Array | undefined) => (bytes ? additionsFrom(bytes, model) : undefined)
  const judged = (view: View, additions?: Additions) => judge(view, model, tensors, additions)
  const views: Detector['viewsOf'] = (rgb, width, height, boxes) =>
    freed(() => {
      const photo = photoOf(rgb, width, height)
      const sure = boxes.map((box) => ({ ...box, confidence: 1 }))
      return viewsOf(photo, sure, findBoxes(photo, model, tensors).planes, model, tensors)
    })
  return {
    model: model.model,
    version: model.version,
    backend,
    detect: (rgb, width, height, additions) =>
      freed(() => analysisOf(photoOf(rgb, width, height), added(additions), model, tensors)),
    find: (...photo) => freed(() => findBoxes(photoOf(...photo), model, tensors).boxes),
    viewsOf: views,
    materialsOf: (...boxes) => freed(() => views(...boxes).map((view) => judged(view))),
    refit: (photos, inUse) =>
      freed(() => refitted(photos, { materials: model.materials, inUse: added(inUse), judged, sizes: sizesOf(model) })),
  }
}

const sizesOf = ({ heads: { crop, box }, tensors }: Model) => ({
  crop: shapeOf(tensors, crop.weight)[0] as number,
  own: shapeOf(tensors, box.weight)[0] as number,
})

function photoOf(rgb: Uint8Array, width: number, height: number): Photo {
  if (rgb.length !== width * height * 3 || width < 1 || height < 1)
    throw new Error(`A photo of ${width} × ${height} has ${width * height * 3} numbers, not ${rgb.length}.`)
  return { rgb, width, height }
}

/** Does some work, after which all tensors that it made are gone. */
function freed<T>(work: () => T): T {
  tf.engine().startScope()
  try {
    return work()
  } finally {
    tf.engine().endScope()
  }
}

function analysisOf(photo: Photo, additions: Additions | undefined, model: Model, tensors: Weights): Analysis {
  const { boxes: found, planes } = findBoxes(photo, model, tensors)
  const shown = found.filter(({ confidence }) => confidence >= model.composition.confidence)
  const shares = viewsOf(photo, shown, planes, model, tensors).map((view) => judge(view, model, tensors, additions))
  const boxes = shown.map((box, index) => {
    const own = shares[index] as Shares
    return { ...box, material: commonest(own), shares: own }
  })
  return { boxes: counted(boxes, model.composition), areas: areaShares(boxes, model.composition) ?? null }
}

/** All boxes, however unsure, surest first, and the planes that materials are pooled from. */
export function findBoxes(
  photo: Photo,
  { detector, ranking, heads }: Model,
  tensors: Weights,
): { boxes: Found[]; planes: Plane[] } {
  const square = squareOf(photo, wholeOf(photo), detector.size)
  const image = tf.tidy(() =>
    tf.div(tf.sub(tf.tensor4d(square, [1, detector.size, detector.size, 3]), 127), 128),
  ) as tf.Tensor4D
  const wanted = [...detector.scores, ...detector.shifts, ...detector.pooled]
  const values = runSteps(detector.steps, tensors, image, wanted)
  const planes = values.map((value) => ({
    cells: value.shape[1],
    channels: value.shape[3],
    values: value.dataSync<'float32'>(),
  }))
  const count = detector.scores.length
  const levels = planes.slice(0, count).map(({ cells, values: scores }, index) => {
    return { cells, scores, shifts: (planes[count + index] as Plane).values }
  })
  const pooled = planes.slice(2 * count)
  const seen = (boxes: readonly Found[]) =>
    linear(
      boxes.map((box) => aroundOf(pooled, box)),
      tensorsOf(heads.rank, tensors),
    )
  return { boxes: ranked(boxesOf(levels), ranking, seen), planes: pooled }
}
