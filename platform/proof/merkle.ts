/**
 * Merkle tree over the log's events (RFC 6962, https://www.rfc-editor.org/rfc/rfc6962#section-2.1).
 * It stores complete subtrees.
 */
import { createHash } from 'node:crypto'

/** Number of bytes in a SHA-256 hash. */
export const HASH_BYTES = 32

const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)]

export const hashLeaf = (bytes: Uint8Array): Uint8Array => sha256(LEAF, bytes)
export const hashNode = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(NODE, left, right)
/** Root of an empty log. */
export const EMPTY_MERKLE_ROOT = sha256()

/**
 * Roots of complete subtrees.
 * The node at `index` of `level` covers 2^level leaves from index · 2^level on.
 */
export interface MerkleNodes {
  at(level: number, index: number): Uint8Array
}

/**
 * Returns the nodes of a Merkle tree that a new leaf completes, from the leaf upwards.
 * `size` is the number of earlier leaves.
 */
export function completedNodesOf(leaf: Uint8Array, size: number, nodes: MerkleNodes): Uint8Array[] {
  const made = [leaf]
  // The leaf completes one subtree for each 1 at the end of the binary number `size`.
  for (let level = 0, index = size; index % 2 === 1; level++, index = (index - 1) / 2)
    made.push(hashNode(nodes.at(level, index - 1), made[level] as Uint8Array))
  return made
}

/** Returns the exponent of the largest power of two below `size`. */
const splitOf = (size: number) => Math.ceil(Math.log2(size)) - 1

/**
 * Returns the hash of a Merkle tree's leaves from `begin` to `end` (exclusive).
 * `begin` must be a multiple of the largest power of two up to the number of these leaves.
 */
function hashOver(nodes: MerkleNodes, begin: number, end: number): Uint8Array {
  const size = end - begin
  const level = Math.log2(size)
  if (Number.isInteger(level)) return nodes.at(level, begin / size)
  const middle = begin + 2 ** splitOf(size)
  return hashNode(hashOver(nodes, begin, middle), hashOver(nodes, middle, end))
}

/** Returns the root of the first `size` leaves. */
export const merkleRootOf = (nodes: MerkleNodes, size: number): Uint8Array =>
  size === 0 ? EMPTY_MERKLE_ROOT : hashOver(nodes, 0, size)

/** Returns a Merkle proof that the leaf at `index` is among the first `size` (RFC 6962, 2.1.1). */
export function createInclusionProof(nodes: MerkleNodes, index: number, size: number): Uint8Array[] {
  const path = (begin: number, end: number): Uint8Array[] => {
    if (end - begin === 1) return []
    const middle = begin + 2 ** splitOf(end - begin)
    return index < middle
      ? [...path(begin, middle), hashOver(nodes, middle, end)]
      : [...path(middle, end), hashOver(nodes, begin, middle)]
  }
  return path(0, size)
}

/**
 * Returns the proof that `size` leaves start with `old` ones (RFC 6962, 2.1.2).
 * It is empty if there is nothing to prove.
 */
export function createConsistencyProof(nodes: MerkleNodes, old: number, size: number): Uint8Array[] {
  const path = (begin: number, end: number, isWhole: boolean): Uint8Array[] => {
    if (end === old) return isWhole ? [] : [hashOver(nodes, begin, end)]
    const middle = begin + 2 ** splitOf(end - begin)
    return old <= middle
      ? [...path(begin, middle, isWhole), hashOver(nodes, middle, end)]
      : [...path(middle, end, false), hashOver(nodes, begin, middle)]
  }
  return old === 0 || old === size ? [] : path(0, size, true)
}

/**
 * Returns a proof that the leaves from `begin` to `end` belong to a Merkle tree of `size` leaves.
 * It consists of the hashes of the subtrees before `begin` and from `end` on.
 * These hashes and the range's leaves give the root.
 */
export function createRangeProof(
  nodes: MerkleNodes,
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

/**
 * Whether the hash of each top-level subtree matches the hashes of its two halves.
 * The subtrees contain the first `size` leaves.
 */
export function areMerkleNodesConsistent(nodes: MerkleNodes, size: number): boolean {
  const peaks: [level: number, index: number][] = []
  for (let rest = size, begin = 0; rest > 0; ) {
    const level = Math.floor(Math.log2(rest))
    peaks.push([level, begin / 2 ** level])
    begin += 2 ** level
    rest -= 2 ** level
  }
  // Compares the hash of each top-level subtree with the hashes of its two halves.
  // Per level, only the last subtree may be new since the previous check.
  // Its halves were checked when they were added.
  return peaks.every(([level, index]) => {
    if (level === 0) return true
    const made = hashNode(nodes.at(level - 1, 2 * index), nodes.at(level - 1, 2 * index + 1))
    return Buffer.compare(made, nodes.at(level, index)) === 0
  })
}
