/**
 * Built-in detector: finds boxes with litter in a photo, and their materials.
 * Also computes each material's share of the area.
 */
import * as tf from '@tensorflow/tfjs-core'
import { boxesOf, type DetectedBox } from './boxes.ts'
import {
  areaSharesOf,
  likeliestMaterialOf,
  type Material,
  type MaterialShares,
  selectCountedBoxes,
} from './composition.ts'
import {
  computeBoxContextFeatures,
  type FeatureMap,
  initTensorBackend,
  type NetworkTensors,
  runNetworkLayers,
  setYieldCallback,
} from './graph.ts'
import { applyLinearLayer, type BoxFeatures, boxFeaturesOf, classifyMaterials } from './material-classifier.ts'
import { rescoreBoxes } from './ranking.ts'
import { type HeadRefitResult, refitHeads, type TrainingPhoto } from './refit.ts'
import {
  type AdditionalHeadLayers,
  linearLayerOf,
  parseRefitLayers,
  readModelWeights,
  shapeOf,
  type WasteDetectorModel,
} from './weights.ts'
import { cropToSquare, cropWindowOfWholePhoto, type Rectangle, type RgbPhoto } from './window.ts'

/** A box of litter, in fractions of the photo. */
interface LitterBox extends Rectangle {
  /** Confidence that the box contains litter, 0 to 1. */
  confidence: number
  /** The box's likeliest material; `shares` are all materials' probabilities. */
  material: Material
  shares: MaterialShares
}

/**
 * Result of the detector for a photo.
 * Without litter, `areas` is null: unknown, not 'other'.
 */
export interface DetectorResult {
  /**
   * Detected boxes, most confident first.
   * Their areas count in `areas`.
   */
  boxes: LitterBox[]
  /** Shares of visible litter area, summing to 1. */
  areas: MaterialShares | null
}

/**
 * A detector that is ready to use.
 * It analyses one photo at a time, on the thread that opened it.
 */
export interface Detector {
  model: string
  version: string
  /** Name of the TensorFlow backend: `wasm` or `tensorflow`. */
  backend: string
  /**
   * Detects litter in a photo.
   * More than about 1300 pixels per side only cost time.
   * `additions` are retrained layers; they must belong to this version of the detector.
   */
  detect(rgb: Uint8Array, width: number, height: number, additions?: Uint8Array): DetectorResult
  /** Returns all boxes, most confident first, including uncertain ones. */
  find(rgb: Uint8Array, width: number, height: number): DetectedBox[]
  /**
   * Returns the materials of boxes.
   * Classifies the first boxes most thoroughly.
   */
  materialsOf(rgb: Uint8Array, width: number, height: number, boxes: readonly Rectangle[]): MaterialShares[]
  /** Returns boxes' features, for classifying and learning materials. */
  viewsOf(rgb: Uint8Array, width: number, height: number, boxes: readonly Rectangle[]): BoxFeatures[]
  /**
   * Retrains the detector's last layers with people's corrections.
   * Compares the accuracy of the new layers with the layers in use.
   */
  refit(photos: readonly TrainingPhoto[], inUse?: Uint8Array): HeadRefitResult | undefined
}

/**
 * Reads a folder's weights and creates a detector.
 * While working, calls `rest` every few ms to yield the processor.
 */
export async function openDetector(weightsFolder: string, rest?: () => void): Promise<Detector> {
  if (rest) setYieldCallback(rest)
  const backend = await initTensorBackend()
  const { model, tensors } = await readModelWeights(weightsFolder)
  const added = (bytes: Uint8Array | undefined) => (bytes ? parseRefitLayers(bytes, model) : undefined)
  const judged = (view: BoxFeatures, additions?: AdditionalHeadLayers) =>
    classifyMaterials(view, model, tensors, additions)
  const views: Detector['viewsOf'] = (rgb, width, height, boxes) =>
    withFreedTensors(() => {
      const photo = photoOf(rgb, width, height)
      const sure = boxes.map((box) => ({ ...box, confidence: 1 }))
      return boxFeaturesOf(photo, sure, detectLitterBoxes(photo, model, tensors).planes, model, tensors)
    })
  return {
    model: model.model,
    version: model.version,
    backend,
    detect: (rgb, width, height, additions) =>
      withFreedTensors(() => analysisOf(photoOf(rgb, width, height), added(additions), model, tensors)),
    find: (...photo) => withFreedTensors(() => detectLitterBoxes(photoOf(...photo), model, tensors).boxes),
    viewsOf: views,
    materialsOf: (...boxes) => withFreedTensors(() => views(...boxes).map((view) => judged(view))),
    refit: (photos, inUse) =>
      withFreedTensors(() =>
        refitHeads(photos, { materials: model.materials, inUse: added(inUse), judged, sizes: sizesOf(model) }),
      ),
  }
}

const sizesOf = ({ heads: { crop, box }, tensors }: WasteDetectorModel) => ({
  crop: shapeOf(tensors, crop.weight)[0] as number,
  own: shapeOf(tensors, box.weight)[0] as number,
})

function photoOf(rgb: Uint8Array, width: number, height: number): RgbPhoto {
  if (rgb.length !== width * height * 3 || width < 1 || height < 1)
    throw new Error(`A photo of ${width} × ${height} has ${width * height * 3} numbers, not ${rgb.length}.`)
  return { rgb, width, height }
}

/** Runs `work` and frees all tensors that it created. */
function withFreedTensors<T>(work: () => T): T {
  tf.engine().startScope()
  try {
    return work()
  } finally {
    tf.engine().endScope()
  }
}

function analysisOf(
  photo: RgbPhoto,
  additions: AdditionalHeadLayers | undefined,
  model: WasteDetectorModel,
  tensors: NetworkTensors,
): DetectorResult {
  const { boxes: found, planes } = detectLitterBoxes(photo, model, tensors)
  const shown = found.filter(({ confidence }) => confidence >= model.composition.confidence)
  const shares = boxFeaturesOf(photo, shown, planes, model, tensors).map((view) =>
    classifyMaterials(view, model, tensors, additions),
  )
  const boxes = shown.map((box, index) => {
    const own = shares[index] as MaterialShares
    return { ...box, material: likeliestMaterialOf(own), shares: own }
  })
  return { boxes: selectCountedBoxes(boxes, model.composition), areas: areaSharesOf(boxes, model.composition) ?? null }
}

/**
 * Returns all boxes, most confident first.
 * Also returns the network's feature maps (planes) for classifying materials.
 */
export function detectLitterBoxes(
  photo: RgbPhoto,
  { detector, ranking, heads }: WasteDetectorModel,
  tensors: NetworkTensors,
): { boxes: DetectedBox[]; planes: FeatureMap[] } {
  const square = cropToSquare(photo, cropWindowOfWholePhoto(photo), detector.size)
  const image = tf.tidy(() =>
    tf.div(tf.sub(tf.tensor4d(square, [1, detector.size, detector.size, 3]), 127), 128),
  ) as tf.Tensor4D
  const wanted = [...detector.scores, ...detector.shifts, ...detector.pooled]
  const values = runNetworkLayers(detector.steps, tensors, image, wanted)
  const planes = values.map((value) => ({
    cells: value.shape[1],
    channels: value.shape[3],
    values: value.dataSync<'float32'>(),
  }))
  const count = detector.scores.length
  const levels = planes.slice(0, count).map(({ cells, values: scores }, index) => {
    return { cells, scores, shifts: (planes[count + index] as FeatureMap).values }
  })
  const pooled = planes.slice(2 * count)
  const seen = (boxes: readonly DetectedBox[]) =>
    applyLinearLayer(
      boxes.map((box) => computeBoxContextFeatures(pooled, box)),
      linearLayerOf(heads.rank, tensors),
    )
  return { boxes: rescoreBoxes(boxesOf(levels), ranking, seen), planes: pooled }
}
