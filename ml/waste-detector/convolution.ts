/**
 * Convolution kernel for TensorFlow.js on WebAssembly.
 * It takes half the time of the library's, which uses no multiply-add instruction.
 * Delete it with tiles.ts and assembler.ts once the library is built with relaxed SIMD.
 * ONNX Runtime is faster, but would be a second runtime beside the one of refits and YOLO.
 */
import * as tf from '@tensorflow/tfjs-core'
import { CHANNELS, PIXELS, type RunTiles, STEP, tilesIn } from './tiles.ts'

/** Used part of the library's backend. */
interface Backend extends tf.KernelBackend {
  wasm: {
    asm: { memory?: WebAssembly.Memory }
    HEAPF32: Float32Array
    _malloc(bytes: number): number
    _free(at: number): void
  }
  /** Returns where a tensor's numbers begin. */
  dataIdMap: { get(id: tf.DataId): { memoryOffset: number } }
  makeOutput(shape: number[], type: 'float32'): tf.TensorInfo
}

interface Convolution {
  backend: Backend
  inputs: { x: tf.TensorInfo; filter: tf.TensorInfo; bias?: tf.TensorInfo; preluActivationWeights?: tf.TensorInfo }
  attrs: {
    strides: number | [number, number]
    pad: Parameters<typeof tf.backend_util.computeConv2DInfo>[4]
    dilations: number | [number, number]
    dimRoundingMode?: 'floor' | 'round' | 'ceil'
    activation: string
  }
}

/** Limits of the output by activation. */
const ACTIVATION_LIMITS = new Map<string, readonly [low: number, high: number]>([
  ['linear', [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]],
  ['relu', [0, Number.POSITIVE_INFINITY]],
  ['relu6', [0, 6]],
])
/**
 * Bytes of input per group.
 * All channels of a group are computed before the next group.
 * Its input so stays in the cache beside the weights.
 */
const CACHED_INPUT_BYTES = 200_000

/**
 * Replaces the backend's kernel.
 * Unsupported cases still use the library's.
 */
export function useTileConvolution(): void {
  const backend = tf.backend() as Backend
  const theirs = tf.getKernel('FusedConv2D', 'wasm')
  const tiles = backend.wasm.asm.memory && tilesIn(backend.wasm.asm.memory)
  if (!tiles) return
  const convolve = convolverOf(backend, tiles)
  tf.unregisterKernel('FusedConv2D', 'wasm')
  tf.registerKernel({
    ...theirs,
    kernelFunc: (asked) => convolve(asked as unknown as Convolution) ?? theirs.kernelFunc(asked),
  })
}

function convolverOf(backend: Backend, tiles: RunTiles[]) {
  const placeOf = ({ dataId }: tf.TensorInfo) => backend.dataIdMap.get(dataId).memoryOffset
  const packed = packer(backend)
  const padded = padder(backend)

  return ({ inputs: { x, filter, bias, preluActivationWeights }, attrs }: Convolution): tf.TensorInfo | undefined => {
    const held = ACTIVATION_LIMITS.get(attrs.activation)
    const [count, , , depth] = x.shape as [number, number, number, number]
    const channels = filter.shape[3] as number
    if (!bias || !held || preluActivationWeights || count !== 1 || depth % STEP !== 0 || channels % CHANNELS !== 0)
      return undefined
    const info = tf.backend_util.computeConv2DInfo(
      x.shape as [number, number, number, number],
      filter.shape as [number, number, number, number],
      attrs.strides,
      attrs.dilations,
      attrs.pad,
      attrs.dimRoundingMode,
    )
    if (info.dilationHeight !== 1 || info.dilationWidth !== 1) return undefined
    const weights = packed(filter)
    const out = backend.makeOutput(info.outShape, 'float32')
    const { at, width } = padded(placeOf(x), info)
    const [pixel, row] = [depth * 4, width * depth * 4]
    const [to, biases, steps] = [placeOf(out), placeOf(bias), (info.filterWidth * depth) / STEP]
    const [apart, toApart, toNext] = [info.strideWidth * pixel, channels * 4, row - info.filterWidth * pixel]
    const panel = info.filterHeight * info.filterWidth * depth * 4
    const [low, high] = held

    /**
     * Runs tiles of one size for eight channels.
     * It is called ten thousand times per photo, so it allocates nothing.
     */
    const run = (size: number, from: number, first: number, channel: number, count: number) => {
      const tile = tiles[size - 1] as RunTiles
      const panelAt = weights + channel * panel
      const biasAt = biases + channel * 4
      const toAt = to + first * toApart + channel * 4
      tile(at + from, apart, info.filterHeight, steps, toNext, panelAt, biasAt, toAt, toApart, low, high, count)
    }

    /** Computes all channels of stretches of pixels. */
    const make = (stretches: readonly Stretch[]) => {
      for (let channel = 0; channel < channels; channel += CHANNELS)
        for (const { first, from, length } of stretches) {
          const rest = length % PIXELS
          const whole = length - rest
          if (whole > 0) run(PIXELS, from, first, channel, whole / PIXELS)
          if (rest > 0) run(rest, from + whole * apart, first + whole, channel, 1)
        }
    }
    for (const stretches of groupsOf(info, pixel, row)) make(stretches)
    return out
  }
}

/** Pixels of the output: the first, the offset of its input (bytes), and their count in a row. */
interface Stretch {
  first: number
  from: number
  length: number
}

/** Yields groups with nearby input: several rows, or parts of one row if all pixels are contiguous. */
function* groupsOf(info: tf.backend_util.Conv2DInfo, pixel: number, row: number): Generator<Stretch[]> {
  const { outHeight, outWidth, strideHeight } = info
  if (info.filterHeight * info.filterWidth * strideHeight * info.strideWidth === 1) {
    const length = Math.max(1, Math.floor(CACHED_INPUT_BYTES / pixel / PIXELS)) * PIXELS
    for (let first = 0; first < outHeight * outWidth; first += length)
      yield [{ first, from: first * pixel, length: Math.min(length, outHeight * outWidth - first) }]
    return
  }
  const lines = Math.max(1, Math.floor(CACHED_INPUT_BYTES / (strideHeight * row)))
  for (let line = 0; line < outHeight; line += lines)
    yield Array.from({ length: Math.min(lines, outHeight - line) }, (_, n) => ({
      first: (line + n) * outWidth,
      from: (line + n) * strideHeight * row,
      length: outWidth,
    }))
}

/**
 * Packs weights for tiles: eight channels of all inputs, then the next eight.
 * They are freed with their tensor.
 */
function packer({ wasm, dataIdMap }: Backend) {
  const known = new WeakMap<tf.DataId, { channels: number; at: number }>()
  const gone = new FinalizationRegistry((at: number) => wasm._free(at))
  return ({ dataId, shape }: tf.TensorInfo): number => {
    const channels = shape[3] as number
    const kept = known.get(dataId)
    if (kept?.channels === channels) return kept.at
    const count = shape.reduce((product, length) => product * length, 1)
    const at = wasm._malloc(count * 4)
    const numbers = wasm.HEAPF32
    const from = dataIdMap.get(dataId).memoryOffset / 4
    let to = at / 4
    for (let channel = 0; channel < channels; channel += CHANNELS)
      for (let input = from + channel; input < from + count; input += channels)
        for (let n = 0; n < CHANNELS; n++) numbers[to++] = numbers[input + n] as number
    known.set(dataId, { channels, at })
    gone.register(dataId, at)
    return at
  }
}

/**
 * Returns a function that pads an input with zeros.
 * It returns the address and the new width in pixels.
 */
function padder({ wasm }: Backend) {
  let [place, size] = [0, 0]
  return (at: number, { inHeight, inWidth, inChannels, padInfo }: tf.backend_util.Conv2DInfo) => {
    const { top, bottom, left, right } = padInfo
    if (top + bottom + left + right === 0) return { at, width: inWidth }
    const [height, width] = [top + inHeight + bottom, left + inWidth + right]
    const count = height * width * inChannels
    if (count > size) {
      if (place) wasm._free(place)
      place = wasm._malloc(count * 4)
      size = count
    }
    const numbers = wasm.HEAPF32
    const [from, to, line] = [at / 4, place / 4, inWidth * inChannels]
    numbers.fill(0, to, to + count)
    for (let row = 0; row < inHeight; row++)
      numbers.copyWithin(to + ((top + row) * width + left) * inChannels, from + row * line, from + (row + 1) * line)
    return { at: place, width }
  }
}
