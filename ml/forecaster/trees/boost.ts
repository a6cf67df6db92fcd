/** Gradient-boosted trees that minimize the absolute error, by which forecasts are scored. */
import { seededRandom } from '../random.ts'
import { median } from '../statistics.ts'
import { classesOf, classOf, type Edges, edgesOf } from './bins.ts'
import { grow, leafOf, type Tree } from './grow.ts'

interface Boosted {
  edges: Edges
  start: number
  trees: Tree[]
}

interface BoostSize {
  trees: number
  rate: number
  leastRows: number
  depth: number
  choice: number
  /** Share of rows that each tree uses. */
  rows: number
  seed: number
}

/**
 * Fits the trees by Friedman 2001, LAD_TreeBoost with sampled rows.
 * Trees fit the signs of residuals; their leaves hold medians.
 */
export function boost(rows: readonly Float64Array[], targets: Float64Array, size: BoostSize): Boosted {
  const edges = edgesOf(rows)
  const classes = classesOf(edges, rows)
  const random = seededRandom(size.seed)
  const start = median(targets)
  const left = targets.map((target) => target - start)
  const signs = new Float64Array(targets.length)
  const trees: Tree[] = []
  for (let round = 0; round < size.trees; round++) {
    for (let row = 0; row < left.length; row++) signs[row] = Math.sign(left[row] as number)
    const seen = Int32Array.from(rows, (_, row) => row).filter(() => random() < size.rows)
    const tree = grow(classes, signs, seen, { ...size, random })
    tree.rows.forEach((leaf, at) => {
      if (leaf.length > 0) tree.value[at] = size.rate * median(Float64Array.from(leaf, (row) => left[row] as number))
      tree.rows[at] = EMPTY
    })
    for (let row = 0; row < left.length; row++) {
      const leaf = leafOf(tree, (feature) => (classes[feature] as Uint8Array)[row] as number)
      left[row] = (left[row] as number) - (tree.value[leaf] as number)
    }
    trees.push(tree)
  }
  return { edges, start, trees }
}

const EMPTY = new Int32Array(0)

/** Returns the prediction for a row. */
export function predictBoosted(model: Boosted, row: Float64Array): number {
  const classes = model.edges.map((cuts, feature) => classOf(cuts, row[feature] as number))
  return model.trees.reduce(
    (sum, tree) => sum + (tree.value[leafOf(tree, (feature) => classes[feature] as number)] as number),
    model.start,
  )
}
