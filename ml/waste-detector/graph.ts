/**
 * Runs a neural network, given as a list of steps.
 * The trainer runs the same list with torch (training/network.py).
 */
import * as tf from '@tensorflow/tfjs-core'

/** A layer: reads the tensors `in`, applies its activation and writes `out`. */
export interface NetworkLayer {
  op: 'conv' | 'depthwise' | 'add' | 'pool' | 'mean' | 'resize'
  in: string[]
  out: string
  weight?: string
  bias?: string
  stride?: number
  /** Padding in pixels on every side; by default TensorFlow's SAME. */
  pad?: number
  /** Width of the window for pooling; for resizing, numbers of rows and columns. */
  size?: number | [number, number]
  activation?: 'relu' | 'relu6' | null
}

export type NetworkTensors = ReadonlyMap<string, tf.Tensor>

let yieldCallback = () => {}

/** Calls `between` before a step, every few ms on this thread, so that it can yield the processor. */
export function setYieldCallback(between: () => void): void {
  yieldCallback = between
}

/**
 * Runs the steps on pictures (count × rows × columns × 3) and returns the tensors named in `outputs`.
 * Frees all other tensors.
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
  /** Averages all cells of a picture into one. */
  mean: (_, [x]) => tf.mean(x as tf.Tensor4D, [1, 2], true),
  resize: ({ size }, [x]) => tf.image.resizeNearestNeighbor(x as tf.Tensor4D, size as [number, number]),
}
