/**
 * Reads regular files in a model's folder, in parts and within limits.
 * Reads the weights from several files (shards), and checks sizes and values.
 */

import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** Flags for opening a file; without O_NONBLOCK, a named pipe would block. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Error for an unreadable file.
 * `why` completes a sentence that starts with the file's name.
 */
export class UnreadableFile extends Error {
  readonly file: string
  readonly why: string

  constructor(file: string, why: string) {
    super(`${file} ${why}`)
    this.file = file
    this.why = why
  }
}

export const MISSING_FILE_REASON = 'is missing or unreadable'

/**
 * Opens a regular file.
 * Allows links within the folder, because Kubernetes volumes use them.
 */
async function openFile(folder: string, name: string): Promise<{ handle: FileHandle; size: number }> {
  const missing = () => {
    throw new UnreadableFile(name, MISSING_FILE_REASON)
  }
  const [inside, file] = await Promise.all([realpath(folder), realpath(path.join(folder, name))]).catch(missing)
  if (!file.startsWith(inside + path.sep)) throw new UnreadableFile(name, 'is a link that leads out of the folder')
  const handle = await open(file, OPEN_FLAGS).catch(missing)
  const stats = await handle.stat()
  if (stats.isFile()) return { handle, size: stats.size }
  await handle.close()
  throw new UnreadableFile(name, 'is not a regular file')
}

/** Returns the size of a file in bytes. */
async function sizeOfFile(folder: string, name: string): Promise<number> {
  const { handle, size } = await openFile(folder, name)
  await handle.close()
  return size
}

/** Returns the content of a whole file. */
export async function readSmallFile(folder: string, name: string, mostBytes: number): Promise<Uint8Array> {
  const { handle, size } = await openFile(folder, name)
  try {
    if (size > mostBytes) throw new UnreadableFile(name, `has more than ${mostBytes / 1024 ** 2} MB`)
    return await readFully({ handle, name }, new Uint8Array(size), 0)
  } finally {
    await handle.close()
  }
}

/** Fills the buffer `into` from an offset in the file. */
async function readFilePart(folder: string, name: string, into: Uint8Array, from: number): Promise<void> {
  const { handle } = await openFile(folder, name)
  try {
    await readFully({ handle, name }, into, from)
  } finally {
    await handle.close()
  }
}

async function readFully(
  { handle, name }: { handle: FileHandle; name: string },
  into: Uint8Array,
  from: number,
): Promise<Uint8Array> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await handle.read(into, at, into.length - at, from + at)
    if (bytesRead === 0) throw new UnreadableFile(name, 'became shorter while it was read')
    at += bytesRead
  }
  return into
}

/** Maximum bytes of the weights; the largest YOLO models have under 400 MB. */
const MAX_WEIGHTS_BYTES = 512 * 1024 ** 2
const MAX_SHARDS = 1_024
const PIECE_BYTES = 1024 ** 2

const BYTES_PER_VALUE = { float32: 4, int32: 4, bool: 1, uint8: 1, uint16: 2, float16: 2 }

const NAN_IN: Partial<Record<keyof typeof BYTES_PER_VALUE, (bytes: ArrayBuffer) => boolean>> = {
  float32: (bytes) => new Float32Array(bytes).some(Number.isNaN),
  // In a float16, only NaN has a bit pattern above that of infinity.
  float16: (bytes) => new Uint16Array(bytes).some((bits) => (bits & 0x7fff) > 0x7c00),
}

const Weight = z.looseObject({
  name: z.string().min(1),
  shape: z.array(z.int().min(0)),
  dtype: z.enum(['float32', 'int32', 'bool']),
  quantization: z
    .looseObject({
      dtype: z.enum(['uint8', 'uint16', 'float16']),
      scale: z.number().optional(),
      min: z.number().optional(),
    })
    .optional(),
})
type Weight = z.infer<typeof Weight>

/**
 * Valid file name of a part of a model's weights.
 * The file is beside model.json.
 * Error messages show the name, so control characters are not allowed.
 */
const ShardName = z.string().regex(/^(?!\.)[^/\\\p{C}]{1,200}$/u)

export const WeightsManifest = z.array(
  z.looseObject({ paths: z.array(ShardName).max(MAX_SHARDS), weights: z.array(Weight).max(100_000) }),
)
export type WeightsManifest = z.infer<typeof WeightsManifest>

const storedAs = ({ dtype, quantization }: Weight) => quantization?.dtype ?? dtype
const bytesOf = (weight: Weight) =>
  weight.shape.reduce((product, length) => product * length, BYTES_PER_VALUE[storedAs(weight)])
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
function duplicateOf(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return names.find((name) => seen.size === seen.add(name).size)
}

interface Shard {
  name: string
  /**
   * Start of this file's weights in bytes.
   * It is counted as if all weights files of the model were one file.
   */
  from: number
  size: number
}

/**
 * Returns what is wrong with a model's weights, as the end of a sentence.
 * Returns undefined for valid weights.
 */
export async function explainInvalidWeights(folder: string, manifest: WeightsManifest): Promise<string | undefined> {
  const names = manifest.flatMap(({ weights }) => weights.map(({ name }) => name))
  if (new Set(names).size < names.length) return 'names a weight twice'
  const twice = duplicateOf(manifest.flatMap(({ paths }) => paths))
  if (twice) return `names ${twice} twice`
  const wanted = sumOf(manifest.flatMap(({ weights }) => weights.map(bytesOf)))
  if (!(wanted <= MAX_WEIGHTS_BYTES)) return `has weights of more than ${MAX_WEIGHTS_BYTES / 1024 ** 2} MB`
  for (const { paths, weights } of manifest) {
    const shards = await shardsOf(folder, paths)
    const [needed, there] = [sumOf(weights.map(bytesOf)), sumOf(shards.map(({ size }) => size))]
    if (needed !== there)
      return `has weights of ${needed} bytes in ${paths.join(', ').slice(0, 200)}, which ${paths.length === 1 ? 'has' : 'have'} ${there}`
    const wrong = await findWeightWithNaN(folder, shards, weights)
    if (wrong !== undefined) return `has a weight with values that are no numbers (${printable(wrong)})`
  }
  return undefined
}

/** Returns all weights as one buffer, in manifest order. */
export async function readYoloWeights(folder: string, manifest: WeightsManifest): Promise<ArrayBuffer> {
  const shards = await shardsOf(
    folder,
    manifest.flatMap(({ paths }) => paths),
  )
  const bytes = new Uint8Array(sumOf(shards.map(({ size }) => size)))
  await readShardBytes(folder, shards, bytes, 0)
  return bytes.buffer
}

async function shardsOf(folder: string, paths: readonly string[]): Promise<Shard[]> {
  const shards: Shard[] = []
  let from = 0
  for (const name of paths) {
    const size = await sizeOfFile(folder, name)
    shards.push({ name, from, size })
    from += size
  }
  return shards
}

/** Reads bytes from the model's files into `into`, as if the files were one. */
async function readShardBytes(folder: string, shards: readonly Shard[], into: Uint8Array, from: number): Promise<void> {
  const end = from + into.length
  for (const shard of shards) {
    const [first, last] = [Math.max(from, shard.from), Math.min(end, shard.from + shard.size)]
    if (first < last)
      await readFilePart(folder, shard.name, into.subarray(first - from, last - from), first - shard.from)
  }
}

/** Returns the name of the first weight with NaN, if any. */
async function findWeightWithNaN(folder: string, shards: readonly Shard[], weights: readonly Weight[]) {
  let from = 0
  for (const weight of weights) {
    const end = from + bytesOf(weight)
    const hasNaN = NAN_IN[storedAs(weight)]
    for (let at = from; hasNaN && at < end; at += PIECE_BYTES) {
      const piece = new Uint8Array(Math.min(PIECE_BYTES, end - at))
      await readShardBytes(folder, shards, piece, at)
      if (hasNaN(piece.buffer)) return weight.name
    }
    from = end
  }
  return undefined
}

const printable = (name: string) => name.slice(0, 100).replace(/\p{C}/gu, '?')
