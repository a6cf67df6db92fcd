/**
 * Additions to the shipped material heads, learned from corrections: two linear layers in a file of their own.
 * Layers of zeros add nothing.
 */
import * as tf from '@tensorflow/tfjs-core'
import type { NetworkTensors } from './graph.ts'
import { type HeadTensorNames, shapeOf, type WasteDetectorModel } from './weights.ts'

/** A linear layer: features × materials weights, and one bias per material. */
export interface LinearLayer {
  weight: tf.Tensor2D
  bias: tf.Tensor1D
}

/** Additional layers of a refit: `crop` for boxes that are classified by their crop, `box` for the others. */
export interface AdditionalHeadLayers {
  crop: LinearLayer
  box: LinearLayer
}

export const linearLayerOf = ({ weight, bias }: HeadTensorNames, tensors: NetworkTensors): LinearLayer => ({
  weight: tensors.get(weight) as tf.Tensor2D,
  bias: tensors.get(bias) as tf.Tensor1D,
})

const shapesOf = ({ heads: { crop, box }, tensors }: WasteDetectorModel) =>
  [crop.weight, crop.bias, box.weight, box.bias].map((name) => shapeOf(tensors, name))

/** Serializes the layers as little-endian float32. The weights of each layer come before its biases. */
export function serializeRefitLayers({ crop, box }: AdditionalHeadLayers): Uint8Array {
  const parts = [crop.weight, crop.bias, box.weight, box.bias].map((part) => part.dataSync<'float32'>())
  return new Uint8Array(Float32Array.from(parts.flatMap((part) => Array.from(part))).buffer)
}

/** Parses a file of layers for this model. Throws if the file has another number of values. */
export function parseRefitLayers(bytes: Uint8Array, model: WasteDetectorModel): AdditionalHeadLayers {
  const shapes = shapesOf(model)
  const sizes = shapes.map((shape) => shape.reduce((product, length) => product * length, 1))
  const count = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes.byteLength !== count * 4) throw new Error(`A refit has ${count * 4} bytes, not ${bytes.byteLength}.`)
  const numbers = new Float32Array(Uint8Array.from(bytes).buffer)
  let at = 0
  const parts = shapes.map((shape, index) => {
    const begin = at
    at += sizes[index] as number
    return tf.tensor(numbers.slice(begin, at), shape)
  })
  const [cropWeight, cropBias, boxWeight, boxBias] = parts
  return {
    crop: { weight: cropWeight as tf.Tensor2D, bias: cropBias as tf.Tensor1D },
    box: { weight: boxWeight as tf.Tensor2D, bias: boxBias as tf.Tensor1D },
  }
}
