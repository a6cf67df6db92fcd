/** A Merkle tree over the log's events: RFC 6962 (https://www.rfc-editor.org/rfc/rfc6962#section-2.1), of which the complete subtrees are kept. */
import { createHash } from 'node:crypto'

/** SHA-256. */
export const HASH_BYTES = 32

const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)]

export const leafHash = (bytes: Uint8Array): Uint8Array => sha256(LEAF, bytes)
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(NODE, left, right)
/** Of a log without events. */
export const EMPTY_ROOT = sha256()

/** The roots of complete subtrees: the one at `index` of `level` is over the 2^level leaves from index · 2^level on. */
export interface Nodes {
  at(level: number, index: number): Uint8Array
}

/** The nodes that another leaf completes, from itself upwards; `size`: the leaves before it. */
export function completedBy(leaf: Uint8Array, size: number, nodes: Nodes): Uint8Array[] {
  const made = [leaf]
  // As many subtrees are completed as the size ends with ones in binary.
  for (let level = 0, index = size; index % 2 === 1; level++, index = (index - 1) / 2)
    made.push(nodeHash(nodes.at(level, index - 1), made[level] as Uint8Array))
  return made
}

/** The largest power of two below `size`, as its exponent. */
const splitOf = (size: number) => Math.ceil(Math.log2(size)) - 1

/** The hash over the leaves from `begin` to before `end`, of which `begin` is a multiple of the largest power of two in them. */
function hashOver(nodes: Nodes, begin: number, end: number): Uint8Array {
  const size = end - begin
  const level = Math.log2(size)
  if (Number.isInteger(level)) return nodes.at(level, begin / size)
  const middle = begin + 2 ** splitOf(size)
  return nodeHash(hashOver(nodes, begin, middle), hashOver(nodes, middle, end))
}

/** The root of the first `size` leaves. */
export const rootOf = (nodes: Nodes, size: number): Uint8Array => (size === 0 ? EMPTY_ROOT : hashOver(nodes, 0, size))

/** What proves that the leaf at `index` is among the first `size`: from the leaf upwards (RFC 6962, 2.1.1). */
export function inclusionProof(nodes: Nodes, index: number, size: number): Uint8Array[] {
  const path = (begin: number, end: number): Uint8Array[] => {
    if (end - begin === 1) return []
    const middle = begin + 2 ** splitOf(end - begin)
    return index < middle
      ? [...path(begin, middle), hashOver(nodes, middle, end)]
      : [...path(middle, end), hashOver(nodes, begin, middle)]
  }
  return path(0, size)
}

/** What proves that the first `size` leaves begin with the first `old` (RFC 6962, 2.1.2); nothing where there is nothing to prove. */
export function consistencyProof(nodes: Nodes, old: number, size: number): Uint8Array[] {
  const path = (begin: number, end: number, isWhole: boolean): Uint8Array[] => {
    if (end === old) return isWhole ? [] : [hashOver(nodes, begin, end)]
    const middle = begin + 2 ** splitOf(end - begin)
    return old <= middle
      ? [...path(begin, middle, isWhole), hashOver(nodes, middle, end)]
      : [...path(middle, end, false), hashOver(nodes, begin, middle)]
  }
  return old === 0 || old === size ? [] : path(0, size, true)
}

/** The subtrees that the leaves before `begin`, and those from `end` to `size`, consist of: with the leaves between they give the root. */
export function rangeProof(
  nodes: Nodes,
  begin: number,
  end: number,
  size: number,
): { left: Uint8Array[]; right: Uint8Array[] } {
  const [left, right]: [Uint8Array[], Uint8Array[]] = [[], []]
  const walk = (from: number, to: number): void => {
    if (to <= begin) left.push(hashOver(nodes, from, to))
    else if (from >= end) right.push(hashOver(nodes, from, to))
    else if (from < begin || to > end) {
      const middle = from + 2 ** splitOf(to - from)
      walk(from, middle)
      walk(middle, to)
    }
  }
  if (size > 0) walk(0, size)
  return { left, right }
}

/** Whether the subtrees that the root of the first `size` leaves consists of are what their halves say. */
export function isSound(nodes: Nodes, size: number): boolean {
  const peaks: [level: number, index: number][] = []
  for (let rest = size, begin = 0; rest > 0; ) {
    const level = Math.floor(Math.log2(rest))
    peaks.push([level, begin / 2 ** level])
    begin += 2 ** level
    rest -= 2 ** level
  }
  // Only the last subtree of each level was made since the last look; its halves were looked at when it was made.
  return peaks.every(([level, index]) => {
    if (level === 0) return true
    const made = nodeHash(nodes.at(level - 1, 2 * index), nodes.at(level - 1, 2 * index + 1))
    return Buffer.compare(made, nodes.at(level, index)) === 0
  })
}
