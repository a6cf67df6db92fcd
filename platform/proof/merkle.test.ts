/** Tests the tree against RFC 6962's definitions and reference hashes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  completedNodesOf,
  createConsistencyProof,
  createInclusionProof,
  createRangeProof,
  EMPTY_MERKLE_ROOT,
  hashLeaf,
  hashNode,
  type MerkleNodes,
  merkleRootOf,
} from './merkle.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const leafOf = (index: number) => hashLeaf(Buffer.from(`event ${index}`))

/** Builds a Merkle tree by adding one leaf after the other. */
function treeOf(leaves: readonly Uint8Array[]): MerkleNodes {
  const levels: Uint8Array[][] = []
  const nodes: MerkleNodes = {
    at: (level, index) => {
      const found = levels[level]?.[index]
      if (!found) throw new Error(`no node ${index} at level ${level}`)
      return found
    },
  }
  leaves.forEach((leaf, size) => {
    completedNodesOf(leaf, size, nodes).forEach((made, level) => {
      levels[level] ??= []
      levels[level].push(made)
    })
  })
  return nodes
}

/** Computes the Merkle tree hash as the RFC defines it. */
function definition(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return EMPTY_MERKLE_ROOT
  if (leaves.length === 1) return leaves[0] as Uint8Array
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return hashNode(definition(leaves.slice(0, k)), definition(leaves.slice(k)))
}

/** Computes the root upwards from a leaf (RFC 9162, 2.1.3.2). */
function rootFromInclusion(index: number, size: number, leaf: Uint8Array, proof: readonly Uint8Array[]): string {
  let [fn, sn, hash] = [index, size - 1, leaf]
  for (const part of proof) {
    if (fn % 2 === 1 || fn === sn) {
      hash = hashNode(part, hash)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1]
    } else hash = hashNode(hash, part)
    ;[fn, sn] = [fn >> 1, sn >> 1]
  }
  return sn === 0 ? hex(hash) : 'too short'
}

/** Computes both roots of a consistency proof (RFC 9162, 2.1.4.2). */
function rootsFromConsistency(old: number, size: number, oldRoot: Uint8Array, proof: readonly Uint8Array[]): string[] {
  const path = Number.isInteger(Math.log2(old)) ? [oldRoot, ...proof] : [...proof]
  let [fn, sn] = [old - 1, size - 1]
  while (fn % 2 === 1) [fn, sn] = [fn >> 1, sn >> 1]
  let [fr, sr] = [path[0] as Uint8Array, path[0] as Uint8Array]
  for (const part of path.slice(1)) {
    if (fn % 2 === 1 || fn === sn) {
      ;[fr, sr] = [hashNode(part, fr), hashNode(part, sr)]
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1]
    } else sr = hashNode(sr, part)
    ;[fn, sn] = [fn >> 1, sn >> 1]
  }
  return [hex(fr), hex(sr)]
}

const LEAVES = Array.from({ length: 130 }, (_, index) => leafOf(index))
const tree = treeOf(LEAVES)
const rootAt = (size: number) => hex(definition(LEAVES.slice(0, size)))

it('hashes as the reference implementation of Certificate Transparency does', () => {
  // Test vectors of Certificate Transparency:
  // https://github.com/google/certificate-transparency/blob/master/cpp/merkletree/merkle_tree_test.cc
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]
  const leaves = inputs.map((input) => hashLeaf(Buffer.from(input, 'hex')))
  const nodes = treeOf(leaves)
  expect(roots.map((_, index) => hex(merkleRootOf(nodes, index + 1)))).toEqual(roots)
  expect(hex(EMPTY_MERKLE_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

describe('of every size', () => {
  it('has the root that the definition gives', () => {
    for (let size = 0; size <= LEAVES.length; size++) expect(hex(merkleRootOf(tree, size))).toBe(rootAt(size))
  })

  it('proves that a leaf is in it', () => {
    const sizes = fc
      .integer({ min: 1, max: LEAVES.length })
      .chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)))
    fc.assert(
      fc.property(sizes, ([size, index]) => {
        const proof = createInclusionProof(tree, index, size)
        expect(rootFromInclusion(index, size, LEAVES[index] as Uint8Array, proof)).toBe(rootAt(size))
        expect(rootFromInclusion(index, size, leafOf(999), proof)).not.toBe(rootAt(size))
      }),
    )
  })

  it('proves that it began as a smaller one', () => {
    const sizes = fc
      .integer({ min: 2, max: LEAVES.length })
      .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 1, max: size - 1 })))
    fc.assert(
      fc.property(sizes, ([size, old]) => {
        const proof = createConsistencyProof(tree, old, size)
        const roots = rootsFromConsistency(old, size, definition(LEAVES.slice(0, old)), proof)
        expect(roots).toEqual([rootAt(old), rootAt(size)])
      }),
    )
  })

  it('gives with the leaves of a range what the root is made of', () => {
    const ranges = fc
      .integer({ min: 1, max: LEAVES.length })
      .chain((size) => fc.tuple(fc.constant(size), fc.nat(size), fc.nat(size)))
    fc.assert(
      fc.property(ranges, ([size, a, b]) => {
        const [begin, end] = [Math.min(a, b), Math.max(a, b)]
        fc.pre(begin < end)
        const { left, right } = createRangeProof(tree, begin, end, size)
        const fold = (from: number, to: number): Uint8Array => {
          if (to <= begin) return left.shift() as Uint8Array
          if (from >= end) return right.shift() as Uint8Array
          if (to - from === 1) return LEAVES[from] as Uint8Array
          let k = 1
          while (k * 2 < to - from) k *= 2
          const first = fold(from, from + k)
          return hashNode(first, fold(from + k, to))
        }
        expect(hex(fold(0, size))).toBe(rootAt(size))
        expect([left, right]).toEqual([[], []])
      }),
    )
  })
})
