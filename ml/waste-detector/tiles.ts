/**
 * Inner loop of convolutions in WebAssembly.
 * A tile of pixels × eight channels stays in registers until it is done.
 */
import {
  type Bytes,
  constant,
  F32,
  get,
  I32,
  least,
  load,
  loadSplat,
  moduleOf,
  most,
  multiplyAdd,
  type Program,
  plus,
  repeat,
  set,
  splat,
  store,
  times,
  V128,
} from './assembler.ts'

/** Channels of a tile: two vectors. */
export const CHANNELS = 8
/**
 * Most pixels of a tile.
 * 6 × 2 sums, a row of weights and an input fill the sixteen registers.
 */
export const PIXELS = 6
/**
 * Inputs per loop iteration.
 * Rows of inputs are multiples of it.
 */
export const STEP = 4

/**
 * Parameters of a tile.
 * Addresses and distances are in bytes.
 */
const PARAMETERS = {
  /** Address of the first pixel's first input, and distance to the next pixel's. */
  from: I32,
  apart: I32,
  /** Rows of inputs per pixel, their length in STEPs, and the distance from the end of one to the next. */
  rows: I32,
  steps: I32,
  toNext: I32,
  weights: I32,
  bias: I32,
  /** Address of the first pixel's output, and distance to the next pixel's. */
  to: I32,
  toApart: I32,
  /** Limits of the output. */
  low: F32,
  high: F32,
  /** Count of consecutive tiles. */
  tiles: I32,
}
const NAMES = Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[]
const at = (name: keyof typeof PARAMETERS) => NAMES.indexOf(name)

export type RunTiles = (
  ...parameters: [
    from: number,
    apart: number,
    rows: number,
    steps: number,
    toNext: number,
    weights: number,
    bias: number,
    to: number,
    toApart: number,
    low: number,
    high: number,
    tiles: number,
  ]
) => void

/** Builds the program for tiles of a count of pixels. */
function programOf(pixels: number): Program {
  const locals: number[] = []
  const own = (type: number) => NAMES.length + locals.push(type) - 1
  const inputs = Array.from({ length: pixels }, () => own(I32))
  const [weights, row, step] = [own(I32), own(I32), own(I32)]
  const sums = inputs.map(() => [own(V128), own(V128)] as const)
  const [first, second, input] = [own(V128), own(V128), own(V128)]
  const forward = (local: number, by: Bytes) => [...get(local), ...by, ...plus, ...set(local)]

  const multiply = Array.from({ length: STEP }, (_, n) => [
    ...[...get(weights), ...load(n * 32), ...set(first), ...get(weights), ...load(n * 32 + 16), ...set(second)],
    ...sums.flatMap(([left, right], pixel) => [
      ...[...get(inputs[pixel] as number), ...loadSplat(n * 4), ...set(input)],
      ...[...get(input), ...get(first), ...get(left), ...multiplyAdd, ...set(left)],
      ...[...get(input), ...get(second), ...get(right), ...multiplyAdd, ...set(right)],
    ]),
  ]).flat()
  const held = (sum: number) => [
    ...get(sum),
    ...[...get(at('low')), ...splat, ...most, ...get(at('high')), ...splat, ...least],
  ]
  const body = repeat(at('tiles'), [
    ...[...get(at('from')), ...set(inputs[0] as number)],
    ...inputs
      .slice(1)
      .flatMap((local, n) => [...get(inputs[n] as number), ...get(at('apart')), ...plus, ...set(local)]),
    ...[...get(at('weights')), ...set(weights), ...get(at('rows')), ...set(row)],
    ...sums.flatMap(([left, right]) => [
      ...[...get(at('bias')), ...load(0), ...set(left), ...get(at('bias')), ...load(16), ...set(right)],
    ]),
    ...repeat(row, [
      ...[...get(at('steps')), ...set(step)],
      ...repeat(step, [
        ...multiply,
        ...inputs.flatMap((local) => forward(local, constant(STEP * 4))),
        ...forward(weights, constant(STEP * CHANNELS * 4)),
      ]),
      ...inputs.flatMap((local) => forward(local, get(at('toNext')))),
    ]),
    ...sums.flatMap(([left, right]) => [
      ...[...get(at('to')), ...held(left), ...store(0), ...get(at('to')), ...held(right), ...store(16)],
      ...forward(at('to'), get(at('toApart'))),
    ]),
    ...forward(at('from'), [...get(at('apart')), ...constant(pixels), ...times]),
  ])
  return { locals, body }
}

/**
 * Returns functions for tiles of 1 to PIXELS pixels in a memory.
 * Returns undefined if WebAssembly lacks multiply-add.
 */
export function tilesIn(memory: WebAssembly.Memory): RunTiles[] | undefined {
  const parameters = Object.values(PARAMETERS)
  const bytes = moduleOf(
    parameters,
    Array.from({ length: PIXELS }, (_, n) => programOf(n + 1)),
  )
  if (!WebAssembly.validate(bytes)) return undefined
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { memory: { it: memory } })
  return Array.from({ length: PIXELS }, (_, n) => exports[n] as RunTiles)
}
