/** Compares our convolution kernel with the library's. */
import * as tf from '@tensorflow/tfjs-core'
import { beforeAll, expect, it } from 'vitest'
import { startBackend } from './backend.ts'
import { tilesIn } from './tiles.ts'

beforeAll(() => startBackend())

it('finds a step that multiplies and adds in the WebAssembly of this Node', () => {
  expect(tilesIn(new WebAssembly.Memory({ initial: 1 }))).toHaveLength(6)
})

interface Case {
  rows: number
  columns: number
  depth: number
  channels: number
  size?: number
  stride?: number
  pad?: number | 'same' | 'valid'
  activation?: 'linear' | 'relu' | 'relu6'
  count?: number
}

/** Returns the same numbers from -1 to 1 each time. */
const numbers = (count: number, of: number) => Float32Array.from({ length: count }, (_, n) => Math.sin(n * 1.7 + of))

function convolved({ rows, columns, depth, channels, size = 1, stride = 1, pad = 'same', count = 1, ...rest }: Case) {
  const { activation = 'linear' } = rest
  return tf.tidy(() => {
    const x = tf.tensor4d(numbers(count * rows * columns * depth, 1), [count, rows, columns, depth])
    const filter = tf.tensor4d(numbers(size * size * depth * channels, 2), [size, size, depth, channels])
    const bias = tf.tensor1d(numbers(channels, 3).map((number) => number * 20))
    const ours = tf.fused.conv2d({ x, filter, bias, strides: stride, pad, activation })
    // The unfused operation uses the library's kernel.
    const plain = tf.add(tf.conv2d(x, filter, stride, pad), bias)
    const theirs = activation === 'relu' ? tf.relu(plain) : activation === 'relu6' ? tf.relu6(plain) : plain
    expect(ours.shape).toEqual(theirs.shape)
    return [ours.dataSync(), theirs.dataSync()]
  })
}

it.each<Case>([
  { rows: 7, columns: 5, depth: 4, channels: 8 },
  { rows: 14, columns: 14, depth: 120, channels: 24, activation: 'relu6' },
  { rows: 40, columns: 41, depth: 400, channels: 8, activation: 'relu' },
  { rows: 3, columns: 2, depth: 16, channels: 16, activation: 'relu6' },
  { rows: 12, columns: 12, depth: 64, channels: 32, stride: 2, pad: 0 },
  { rows: 13, columns: 11, depth: 8, channels: 8, size: 3, pad: 1, activation: 'relu' },
  { rows: 12, columns: 12, depth: 8, channels: 8, size: 3, stride: 2, pad: 'same' },
  { rows: 48, columns: 48, depth: 64, channels: 16, size: 3, pad: 1 },
  { rows: 20, columns: 9, depth: 12, channels: 8, size: 5, stride: 2, pad: 'valid' },
  { rows: 2, columns: 2, depth: 4, channels: 8, size: 3, pad: 'same' },
  // These cases use the library's kernel.
  { rows: 6, columns: 6, depth: 3, channels: 8, size: 3 },
  { rows: 6, columns: 6, depth: 8, channels: 9 },
  { rows: 6, columns: 6, depth: 8, channels: 8, count: 2 },
])('says of %j what the library says', (asked) => {
  const [ours = [], theirs = []] = convolved(asked)
  const apart = Array.from(ours, (number, n) => Math.abs(number - (theirs[n] as number)))
  expect(Math.max(...apart)).toBeLessThan(1e-4)
})

it('has weights of another shape of the same numbers anew', () => {
  const [a, b] = tf.tidy(() => {
    const filter = tf.tensor4d(numbers(8 * 32, 2), [1, 1, 8, 32])
    const said = [filter, tf.reshape(filter, [1, 1, 16, 16])].map((kernel) => {
      const x = tf.ones([1, 1, 1, kernel.shape[2] as number]) as tf.Tensor4D
      const bias = tf.zeros([kernel.shape[3] as number])
      const ours = tf.fused.conv2d({ x, filter: kernel as tf.Tensor4D, bias, strides: 1, pad: 'same' })
      return tf.max(tf.abs(tf.sub(ours, tf.conv2d(x, kernel as tf.Tensor4D, 1, 'same')))).dataSync()[0]
    })
    return said
  })
  expect(a).toBeLessThan(1e-4)
  expect(b).toBeLessThan(1e-4)
})
