/**
 * Classifies the materials of boxes.
 * A larger network classifies crops of the most important boxes.
 * The detector's own features classify the other boxes.
 * A separate layer (head) classifies crops that look like studio photos.
 */
import * as tf from '@tensorflow/tfjs-core'
import type { DetectedBox } from './boxes.ts'
import { type MaterialShares, mapMaterials, softmaxSharesOf, weightOfBoxInComposition } from './composition.ts'
import { type FeatureMap, type NetworkTensors, poolBoxFeatures, runNetworkLayers } from './graph.ts'
import {
  type AdditionalHeadLayers,
  type HeadTensorNames,
  type LinearLayer,
  linearLayerOf,
  type WasteDetectorModel,
} from './weights.ts'
import { cropToSquare, cropWindowOfBox, type Rectangle, type RgbPhoto } from './window.ts'

/** Minimum share of each material, above 0 so corrections can increase it. */
export const MIN_MATERIAL_SHARE = 1e-6

/**
 * Features of a box from the detector's network.
 * `crop` has features of the cropped box from the larger network.
 */
export interface BoxFeatures {
  own: number[]
  crop?: number[]
}

/**
 * Returns the features of every box of a photo.
 * `planes` are the feature maps of the detector's network.
 */
export function boxFeaturesOf(
  photo: RgbPhoto,
  boxes: readonly DetectedBox[],
  planes: readonly FeatureMap[],
  model: WasteDetectorModel,
  tensors: NetworkTensors,
): BoxFeatures[] {
  const again = boxesToCrop(boxes, model)
  const looked = again.map((index) => boxes[index] as DetectedBox)
  const seen = computeCropFeatures(photo, looked, model, tensors)
  return boxes.map((box, index) => {
    const crop = seen[again.indexOf(index)]
    return { own: planes.flatMap((plane) => poolBoxFeatures(plane, box)), ...(crop && { crop }) }
  })
}

/**
 * Returns a box's material shares from the detector's original layers.
 * The retrained layers `additions` adjust these shares.
 */
export function classifyMaterials(
  view: BoxFeatures,
  model: WasteDetectorModel,
  tensors: NetworkTensors,
  additions?: AdditionalHeadLayers,
): MaterialShares {
  const said = shippedSays(view, model, tensors)
  if (!additions) return said
  const added = view.crop ? applyLinearLayer([view.crop], additions.crop) : applyLinearLayer([view.own], additions.box)
  const logits = model.materials.map(
    (material, index) => Math.log(Math.max(said[material], MIN_MATERIAL_SHARE)) + (added[index] as number),
  )
  return softmaxSharesOf(logits, model.materials)
}

function shippedSays(
  { own, crop }: BoxFeatures,
  { heads, materials }: WasteDetectorModel,
  tensors: NetworkTensors,
): MaterialShares {
  if (!crop) return softmaxSharesOf(applyLinearLayer([own], linearLayerOf(heads.box, tensors)), materials)
  const logits = (head: HeadTensorNames) => applyLinearLayer([crop], linearLayerOf(head, tensors))
  const studio = 1 / (1 + Math.exp(-(logits(heads.gate)[0] as number)))
  const [asLitter, asStudio] = [
    softmaxSharesOf(logits(heads.crop), materials),
    softmaxSharesOf(logits(heads.studio), materials),
  ]
  return mapMaterials((material) => (1 - studio) * asLitter[material] + studio * asStudio[material])
}

/** Returns the indexes of the boxes to crop, most important first. */
function boxesToCrop(boxes: readonly DetectedBox[], { crop }: WasteDetectorModel): number[] {
  const counts = boxes.map((box) => weightOfBoxInComposition(box, crop.counting))
  const order = boxes.map((_, index) => index).sort((a, b) => (counts[b] as number) - (counts[a] as number))
  const least = crop.atLeast * (counts[order[0] ?? 0] ?? 0)
  return order.slice(0, crop.atMost).filter((index) => (counts[index] as number) >= least)
}

/**
 * Returns the features that the larger network computes for a crop around each box.
 * The outputs of the last layers are averaged over the area, then square-rooted.
 * Outputs for ImageNet classes are averaged without the square root.
 */
export function computeCropFeatures(
  photo: RgbPhoto,
  boxes: readonly Rectangle[],
  { crop }: WasteDetectorModel,
  tensors: NetworkTensors,
): number[][] {
  const shape: [number, number, number, number] = [1, crop.size, crop.size, 3]
  return boxes.map((box) =>
    tf.tidy(() => {
      const square = tf.tensor4d(cropToSquare(photo, cropWindowOfBox(box, photo, crop.context), crop.size), shape)
      const image = tf.sub(tf.reverse(square, 3), tf.tensor1d(MEANS)) as tf.Tensor4D
      const means = runNetworkLayers(crop.steps, tensors, image, [...crop.outputs, ...crop.plain]).map((out) =>
        tf.mean(out, [1, 2]),
      )
      const parts = means.map((mean, index) => (index < crop.outputs.length ? tf.sqrt(mean) : mean))
      return Array.from(tf.concat(parts, 1).dataSync<'float32'>())
    }),
  )
}

/** Means of blue, green and red, which Keras subtracts for ResNet50. */
const MEANS = [103.939, 116.779, 123.68]

/** Applies a linear layer to each row and concatenates the results. */
export function applyLinearLayer(rows: number[][], { weight, bias }: LinearLayer): Float32Array {
  return tf.tidy(() => tf.add(tf.matMul(tf.tensor2d(rows), weight), bias).dataSync<'float32'>())
}
