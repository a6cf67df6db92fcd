/**
 * What boxes are made of: those that count most are looked at again as crops, with a larger network; the others are judged by what the
 * detector's own network saw in them. A crop that looks like a studio's photo is judged by what studio photos taught.
 */
import * as tf from '@tensorflow/tfjs-core'
import type { Found } from './boxes.ts'
import { countOf } from './composition.ts'
import { runSteps, type Weights } from './graph.ts'
import { perMaterial, type Shares, sharesOf } from './materials.ts'
import { cellsIn, type Plane } from './pooling.ts'
import type { Head, Model } from './weights.ts'
import { type Photo, type Rectangle, squareOf, windowAround } from './window.ts'

/** Materials of every box of a photo; `planes` are what the detector's network saw in the photo. */
export function judge(
  photo: Photo,
  boxes: readonly Found[],
  planes: readonly Plane[],
  model: Model,
  tensors: Weights,
): Shares[] {
  const again = lookedAt(boxes, model)
  const looked = again.map((index) => boxes[index] as Found)
  const seen = cropFeatures(photo, looked, model, tensors)
  return boxes.map((box, index) => {
    const crop = seen[again.indexOf(index)]
    const logits = (head: Head, features: number[]) => linear([features], head, tensors)
    if (!crop) {
      const own = planes.flatMap((plane) => cellsIn(plane, box))
      return sharesOf(logits(model.heads.box, own), model.materials)
    }
    const studio = 1 / (1 + Math.exp(-(logits(model.heads.gate, crop)[0] as number)))
    const asLitter = sharesOf(logits(model.heads.crop, crop), model.materials)
    const asStudio = sharesOf(logits(model.heads.studio, crop), model.materials)
    return perMaterial((material) => (1 - studio) * asLitter[material] + studio * asStudio[material])
  })
}

/** The places of the boxes that are looked at again, those that count most first. */
function lookedAt(boxes: readonly Found[], { crop }: Model): number[] {
  const counts = boxes.map((box) => countOf(box, crop.counting))
  const order = boxes.map((_, index) => index).sort((a, b) => (counts[b] as number) - (counts[a] as number))
  const least = crop.atLeast * (counts[order[0] ?? 0] ?? 0)
  return order.slice(0, crop.atMost).filter((index) => (counts[index] as number) >= least)
}

/** What the larger network's last stages saw in the crop around each box, on average: square roots of it, and ImageNet's classes plainly. */
export function cropFeatures(photo: Photo, boxes: readonly Rectangle[], { crop }: Model, tensors: Weights): number[][] {
  const shape: [number, number, number, number] = [1, crop.size, crop.size, 3]
  return boxes.map((box) =>
    tf.tidy(() => {
      const square = tf.tensor4d(squareOf(photo, windowAround(box, photo, crop.context), crop.size), shape)
      const image = tf.sub(tf.reverse(square, 3), tf.tensor1d(MEANS)) as tf.Tensor4D
      const means = runSteps(crop.steps, tensors, image, [...crop.outputs, ...crop.plain]).map((out) =>
        tf.mean(out, [1, 2]),
      )
      const parts = means.map((mean, index) => (index < crop.outputs.length ? tf.sqrt(mean) : mean))
      return Array.from(tf.concat(parts, 1).dataSync<'float32'>())
    }),
  )
}

/** Blue, green and red that Keras takes from a picture before ResNet50 sees it. */
const MEANS = [103.939, 116.779, 123.68]

/** What a linear layer makes of rows of features, one row after the other. */
export function linear(rows: number[][], head: Head, tensors: Weights): Float32Array {
  const [weight, bias] = [tensors.get(head.weight) as tf.Tensor2D, tensors.get(head.bias) as tf.Tensor]
  return tf.tidy(() => tf.add(tf.matMul(tf.tensor2d(rows), weight), bias).dataSync<'float32'>())
}
