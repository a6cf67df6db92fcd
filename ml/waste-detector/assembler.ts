/** Minimal WebAssembly assembler for convolution kernels: functions over one memory, loops, numbers and vectors of four. */

/** Bytes of code or of a module. */
export type Bytes = readonly number[]

export const I32 = 0x7f
export const F32 = 0x7d
export const V128 = 0x7b

/** Encodes LEB128: seven bits per byte, lowest first. */
function unsigned(number: number): Bytes {
  const rest = number >>> 7
  return rest === 0 ? [number & 0x7f] : [(number & 0x7f) | 0x80, ...unsigned(rest)]
}

function signed(number: number): Bytes {
  const [low, rest] = [number & 0x7f, number >> 7]
  const ends = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)
  return ends ? [low] : [low | 0x80, ...signed(rest)]
}

const vector = (items: readonly Bytes[]): Bytes => [...unsigned(items.length), ...items.flat()]
const sized = (body: Bytes): Bytes => [...unsigned(body.length), ...body]
const section = (id: number, body: Bytes): Bytes => [id, ...sized(body)]
const simd = (code: number): Bytes => [0xfd, ...unsigned(code)]

export const get = (local: number): Bytes => [0x20, ...unsigned(local)]
export const set = (local: number): Bytes => [0x21, ...unsigned(local)]
const tee = (local: number): Bytes => [0x22, ...unsigned(local)]
export const constant = (number: number): Bytes => [0x41, ...signed(number)]
export const plus: Bytes = [0x6a]
const minus: Bytes = [0x6b]
export const times: Bytes = [0x6c]

/** Load four numbers at an address plus `offset`, load one number four times, and store four numbers. */
export const load = (offset: number): Bytes => [...simd(0x00), 4, ...unsigned(offset)]
export const loadSplat = (offset: number): Bytes => [...simd(0x09), 2, ...unsigned(offset)]
export const store = (offset: number): Bytes => [...simd(0x0b), 4, ...unsigned(offset)]
export const splat = simd(0x13)
export const least = simd(0xe8)
export const most = simd(0xe9)
/** Computes the product of two vectors plus a third, in one instruction if the processor has it. */
export const multiplyAdd = simd(0x105)

/**
 * Repeats `body` by the count in the local `count`, at least once.
 * Afterwards the local is 0.
 */
export const repeat = (count: number, body: Bytes): Bytes => [
  ...[0x03, 0x40, ...body],
  ...[...get(count), ...constant(1), ...minus, ...tee(count), 0x0d, 0, 0x0b],
]

/**
 * Function without result.
 * `locals` are the types of its local variables, numbered after its parameters.
 */
export interface Program {
  locals: readonly number[]
  body: Bytes
}

/**
 * Builds a module that imports `memory.it`.
 * All programs have the same parameters and are exported by index: `0`, `1`, …
 */
export function moduleOf(parameters: readonly number[], programs: readonly Program[]): Uint8Array<ArrayBuffer> {
  const text = (name: string) => sized([...Buffer.from(name)])
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([[0x60, ...vector(parameters.map((type) => [type])), 0]])),
    ...section(2, vector([[...text('memory'), ...text('it'), 2, 0, 1]])),
    ...section(3, vector(programs.map(() => [0]))),
    ...section(7, vector(programs.map((_, place) => [...text(String(place)), 0, ...unsigned(place)]))),
    ...section(
      10,
      vector(programs.map(({ locals, body }) => sized([...vector(locals.map((type) => [1, type])), ...body, 0x0b]))),
    ),
  ])
}
