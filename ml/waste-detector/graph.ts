/**
 * Runs a neural network, given as a list of steps, on TensorFlow.js.
 * Averages the network's features within boxes.
 * The training (training/network.py) runs the same list with torch.
 */

import { createRequire } from 'node:module'
import path from 'node:path'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import * as tf from '@tensorflow/tfjs-core'
import type { Rectangle } from './window.ts'

/**
 * A layer of the neural network.
 * It reads the tensors `in`, applies its activation and writes the tensor `out`.
 */
export interface NetworkLayer {
  op: 'conv' | 'depthwise' | 'add' | 'pool' | 'mean' | 'resize'
  in: string[]
  out: string
  weight?: string
  bias?: string
  stride?: number
  /** Padding in pixels on every side; by default TensorFlow's SAME. */
  pad?: number
  /**
   * For pooling, the width of the window.
   * For resizing, the number of rows and columns of the result.
   */
  size?: number | [number, number]
  activation?: 'relu' | 'relu6' | null
}

export type NetworkTensors = ReadonlyMap<string, tf.Tensor>

let yieldCallback = () => {}

/** Sets the function that the network calls every few ms to yield the processor. */
export function setYieldCallback(between: () => void): void {
  yieldCallback = between
}

/**
 * Runs the steps on pictures (count × rows × columns × 3).
 * Returns the tensors named in `outputs` and frees all others.
 */
export function runNetworkLayers(
  steps: readonly NetworkLayer[],
  weights: NetworkTensors,
  image: tf.Tensor4D,
  outputs: readonly string[],
) {
  const lastUse = new Map(steps.flatMap((step, index) => step.in.map((name) => [name, index] as const)))
  const values = new Map<string, tf.Tensor4D>([['image', image]])
  steps.forEach((step, index) => {
    yieldCallback()
    const inputs = step.in.map((name) => requireTensor(values, name))
    values.set(
      step.out,
      tf.tidy(() => layers[step.op](step, inputs, weights)),
    )
    for (const name of new Set(step.in)) {
      if (lastUse.get(name) !== index || outputs.includes(name) || name === 'image') continue
      values.get(name)?.dispose()
      values.delete(name)
    }
  })
  return outputs.map((name) => requireTensor(values, name))
}

const requireTensor = <T>(from: ReadonlyMap<string, T>, name = ''): T => {
  const found = from.get(name)
  if (found === undefined) throw new Error(`The network has no tensor '${name}'.`)
  return found
}

type Layer = (step: NetworkLayer, inputs: tf.Tensor4D[], weights: NetworkTensors) => tf.Tensor4D

const convolution =
  (run: typeof tf.fused.conv2d | typeof tf.fused.depthwiseConv2d): Layer =>
  ({ weight, bias, stride = 1, pad, activation }, [x], weights) =>
    run({
      x: x as tf.Tensor4D,
      filter: requireTensor(weights, weight) as tf.Tensor4D,
      bias: requireTensor(weights, bias),
      strides: stride,
      pad: pad ?? 'same',
      activation: activation ?? 'linear',
    })

const layers: Record<NetworkLayer['op'], Layer> = {
  conv: convolution(tf.fused.conv2d),
  depthwise: convolution(tf.fused.depthwiseConv2d),
  add: ({ activation }, [a, b]) => {
    const sum = tf.add(a as tf.Tensor4D, b as tf.Tensor4D) as tf.Tensor4D
    return activation === 'relu6' ? tf.relu6(sum) : activation === 'relu' ? tf.relu(sum) : sum
  },
  pool: ({ size, stride = 1, pad }, [x]) => tf.maxPool(x as tf.Tensor4D, size as number, stride, pad ?? 'same'),
  /** Averages the values of all cells of a feature map into one value per channel. */
  mean: (_, [x]) => tf.mean(x as tf.Tensor4D, [1, 2], true),
  resize: ({ size }, [x]) => tf.image.resizeNearestNeighbor(x as tf.Tensor4D, size as [number, number]),
}

/** Optional npm package that runs networks faster; it is compiled for each machine. */
const NATIVE: string = '@tensorflow/tfjs-node'

/**
 * Initializes a backend and returns its name.
 * It is `tensorflow` (tfjs-node) if installed, otherwise `wasm`: WebAssembly with SIMD.
 */
export async function initTensorBackend(): Promise<string> {
  if (tf.getBackend() === 'tensorflow' || tf.getBackend() === 'wasm') return tf.getBackend()
  if (!(await hasNative())) {
    const require = createRequire(import.meta.url)
    setWasmPaths(`${path.dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`)
    if (!(await tf.setBackend('wasm'))) throw new Error('TensorFlow.js finds no WebAssembly to run its networks on.')
  }
  await tf.ready()
  return tf.getBackend()
}

async function hasNative(): Promise<boolean> {
  try {
    await import(NATIVE)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return false
    throw error
  }
}

/** Output of a network layer: `channels` numbers for each of cells × cells positions. */
export interface FeatureMap {
  cells: number
  channels: number
  values: Float32Array
}

/**
 * Returns the mean of each feature channel within a box.
 * A partly covered cell counts in proportion to the covered area.
 * A box narrower than a cell is widened to one.
 */
export function poolBoxFeatures({ cells, channels, values }: FeatureMap, box: Rectangle): number[] {
  const [rows, columns] = [covered(box.y0, box.y1, cells), covered(box.x0, box.x1, cells)]
  const sums = new Float64Array(channels)
  let total = 0
  for (const [row, height] of rows) {
    for (const [column, width] of columns) {
      const part = height * width
      total += part
      const at = (row * cells + column) * channels
      for (let channel = 0; channel < channels; channel++)
        sums[channel] = (sums[channel] as number) + part * (values[at + channel] as number)
    }
  }
  return Array.from(sums, (sum) => sum / total)
}

/** Returns the box enlarged by a factor, but within the photo. */
function enlarged({ x0, y0, x1, y1 }: Rectangle, factor = 1.6): Rectangle {
  const [x, y, width, height] = [(x0 + x1) / 2, (y0 + y1) / 2, ((x1 - x0) * factor) / 2, ((y1 - y0) * factor) / 2]
  return {
    x0: Math.max(x - width, 0),
    y0: Math.max(y - height, 0),
    x1: Math.min(x + width, 1),
    y1: Math.min(y + height, 1),
  }
}

/** Returns a box's features, and their difference from its surroundings. */
export function computeBoxContextFeatures(planes: readonly FeatureMap[], box: Rectangle): number[] {
  const inside = planes.flatMap((plane) => poolBoxFeatures(plane, box))
  const outside = planes.flatMap((plane) => poolBoxFeatures(plane, enlarged(box)))
  return [...inside, ...outside.map((value, index) => value - (inside[index] as number))]
}

/** Returns the cells that a range overlaps, each with its overlapped fraction. */
function covered(begin: number, end: number, cells: number): [number, number][] {
  const half = Math.max((end - begin) * cells, 1) / 2
  const middle = Math.min(Math.max(((begin + end) / 2) * cells, half), Math.max(cells - half, half))
  const parts: [number, number][] = []
  for (let cell = Math.max(0, Math.floor(middle - half)); cell < Math.min(cells, middle + half); cell++) {
    const part = Math.min(cell + 1, middle + half) - Math.max(cell, middle - half)
    if (part > 0) parts.push([cell, part])
  }
  return parts
}
