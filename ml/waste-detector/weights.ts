/**
 * Reads the detector's weights: `model.json` describes `weights.bin.gz`.
 * Reads and writes additions to the material heads, learned from corrections.
 */

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as tf from '@tensorflow/tfjs-core'
import type { BoxWeightExponents, CompositionSettings, Material, MaterialShares } from './composition.ts'
import type { NetworkLayer, NetworkTensors } from './graph.ts'

/** Position of a tensor's numbers in the file, in bytes. */
interface Place {
  shape: number[]
  type: 'int8' | 'float32'
  at: number
  /** Position of the scale factors of an int8 tensor, one per output channel (last axis). */
  steps?: number
}

/** Names of the weight and bias tensors of a linear layer. */
export interface HeadTensorNames {
  weight: string
  bias: string
}

/** Contents of `model.json`: network steps, and figures from training. */
export interface WasteDetectorModel {
  model: string
  version: string
  detector: { size: number; steps: NetworkLayer[]; scores: string[]; shifts: string[]; pooled: string[] }
  /**
   * Network that classifies crops of boxes.
   * At most `atMost` boxes are cropped, heaviest first.
   * Each has at least the fraction `atLeast` of the heaviest weight.
   */
  crop: {
    size: number
    context: number
    atMost: number
    atLeast: number
    counting: BoxWeightExponents
    steps: NetworkLayer[]
    outputs: string[]
    plain: string[]
  }
  materials: Material[]
  /**
   * Linear layers of the detector.
   * `crop` classifies cropped boxes, and `box` classifies other boxes.
   * `gate` detects crops like studio photos, which `studio` classifies.
   * `rank` scores boxes.
   */
  heads: {
    crop: HeadTensorNames
    box: HeadTensorNames
    studio: HeadTensorNames
    gate: HeadTensorNames
    rank: HeadTensorNames
  }
  /**
   * Weights of the features by which boxes are ranked, followed by the intercept.
   * The ranking adds the output of the `rank` head to the weighted sum (see ranking.ts).
   */
  ranking: number[]
  /**
   * Settings for computing the composition.
   * Boxes with less confidence than `confidence` are not shown.
   */
  composition: Required<CompositionSettings> & { confidence: number }
  /** Mean shares of litter area in training: the best guess without a photo. */
  trainingMix: MaterialShares
  /** First 16 hex digits of each training photo's SHA-256. */
  trainedOn: string[]
  tensors: Record<string, Place>
}

/** Reads the model and its tensors, which live until the process ends. */
export async function readModelWeights(
  folder: string,
): Promise<{ model: WasteDetectorModel; tensors: Map<string, tf.Tensor> }> {
  const model = JSON.parse(await readFile(path.join(folder, 'model.json'), 'utf8')) as WasteDetectorModel
  const packed = gunzipSync(await readFile(path.join(folder, 'weights.bin.gz')))
  const bytes = packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength) as ArrayBuffer
  const tensors = Object.entries(model.tensors).map(([name, place]) => [name, tensorAt(bytes, place)] as const)
  return { model, tensors: new Map(tensors) }
}

/** Returns a tensor's shape; empty if the model lacks it. */
export const shapeOf = (tensors: WasteDetectorModel['tensors'], name: string): number[] =>
  Object.entries(tensors).find(([own]) => own === name)?.[1].shape ?? []

function tensorAt(bytes: ArrayBuffer, { shape, type, at, steps }: Place): tf.Tensor {
  const count = shape.reduce((product, length) => product * length, 1)
  if (type === 'float32') return tf.tensor(new Float32Array(bytes, at, count), shape)
  const whole = new Int8Array(bytes, at, count)
  const step = new Float32Array(bytes, steps, shape.at(-1))
  const values = new Float32Array(count)
  for (let row = 0; row < count; row += step.length)
    for (let channel = 0; channel < step.length; channel++)
      values[row + channel] = (whole[row + channel] as number) * (step[channel] as number)
  return tf.tensor(values, shape)
}

// Two linear layers that a refit adds to the detector's built-in classification layers.
// A layer of zeros adds nothing.

/** A linear layer: features × materials weights, and one bias per material. */
export interface LinearLayer {
  weight: tf.Tensor2D
  bias: tf.Tensor1D
}

/**
 * Layers that a refit adds to the shipped classifier.
 * `crop` is for cropped boxes, `box` for others.
 */
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

/** Serializes the retrained layers as little-endian float32, weights before biases. */
export function serializeRefitLayers({ crop, box }: AdditionalHeadLayers): Uint8Array {
  const parts = [crop.weight, crop.bias, box.weight, box.bias].map((part) => part.dataSync<'float32'>())
  return new Uint8Array(Float32Array.from(parts.flatMap((part) => Array.from(part))).buffer)
}

/**
 * Parses retrained detector layers from a file's bytes.
 * Throws an error if the file has the wrong size for the model.
 */
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
