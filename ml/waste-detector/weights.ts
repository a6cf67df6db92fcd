/** Reads the detector's weights from their folder: `model.json` says what is where in `weights.bin.gz`. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as tf from '@tensorflow/tfjs-core'
import type { Composing, Counting } from './composition.ts'
import type { Step } from './graph.ts'
import type { Material, Shares } from './materials.ts'

/** Where a tensor's numbers begin (bytes). */
interface Place {
  shape: number[]
  type: 'int8' | 'float32'
  at: number
  /** where the steps of an int8 tensor begin: a number for each of its output channels (the last axis), to be multiplied with */
  steps?: number
}

/** A linear layer over a vector of features. */
export interface Head {
  weight: string
  bias: string
}

/** What `model.json` says: the networks as steps, and the figures that were chosen in training. */
export interface Model {
  model: string
  version: string
  detector: { size: number; steps: Step[]; scores: string[]; shifts: string[]; pooled: string[] }
  /** looked at again are `atMost` boxes, those that count most, each at least `atLeast` of what the first counts */
  crop: {
    size: number
    context: number
    atMost: number
    atLeast: number
    counting: Counting
    steps: Step[]
    outputs: string[]
    plain: string[]
  }
  materials: Material[]
  /** a crop of litter, a box that no crop was made of, a crop in a studio, whether a crop is of a studio, and how sure a box is */
  heads: { crop: Head; box: Head; studio: Head; gate: Head; rank: Head }
  /** a weight for each view of a box, and a last number, which the head `rank` is added to (ranking.ts) */
  ranking: number[]
  /** Below `confidence` a box is not shown. */
  composition: Required<Composing> & { confidence: number }
  /** shares of litter area in the training photos, mean over photos: what a guess without looking would be */
  trainingMix: Shares
  /** first 16 hex digits of SHA-256 of every litter photo that was trained on */
  trainedOn: string[]
  tensors: Record<string, Place>
}

/** The model and its tensors, which live until the process ends. */
export async function readWeights(folder: string): Promise<{ model: Model; tensors: Map<string, tf.Tensor> }> {
  const model = JSON.parse(await readFile(path.join(folder, 'model.json'), 'utf8')) as Model
  const packed = gunzipSync(await readFile(path.join(folder, 'weights.bin.gz')))
  const bytes = packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength) as ArrayBuffer
  const tensors = Object.entries(model.tensors).map(([name, place]) => [name, tensorAt(bytes, place)] as const)
  return { model, tensors: new Map(tensors) }
}

/** Returns the shape of a tensor; an empty one where the model has no tensor of this name. */
export const shapeOf = (tensors: Model['tensors'], name: string): number[] =>
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
