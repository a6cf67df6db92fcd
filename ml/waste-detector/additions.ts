/** What people's corrections add to what the shipped heads say of a box: two linear layers in a file of their own; zeros add nothing. */
import * as tf from '@tensorflow/tfjs-core'
import type { Weights } from './graph.ts'
import { type Head, type Model, shapeOf } from './weights.ts'

/** A linear layer: features × materials numbers, and one for each material. */
export interface Linear {
  weight: tf.Tensor2D
  bias: tf.Tensor1D
}

/** By what was seen in a crop, and in a box that no crop was made of. */
export interface Additions {
  crop: Linear
  box: Linear
}

export const tensorsOf = ({ weight, bias }: Head, tensors: Weights): Linear => ({
  weight: tensors.get(weight) as tf.Tensor2D,
  bias: tensors.get(bias) as tf.Tensor1D,
})

const shapesOf = ({ heads: { crop, box }, tensors }: Model) =>
  [crop.weight, crop.bias, box.weight, box.bias].map((name) => shapeOf(tensors, name))

/** Float32, little-endian: one layer after the other, the weights of each before its biases. */
export function bytesOf({ crop, box }: Additions): Uint8Array {
  const parts = [crop.weight, crop.bias, box.weight, box.bias].map((part) => part.dataSync<'float32'>())
  return new Uint8Array(Float32Array.from(parts.flatMap((part) => Array.from(part))).buffer)
}

/** What such a file adds to this model. Throws where it holds another count of numbers. */
export function additionsFrom(bytes: Uint8Array, model: Model): Additions {
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
