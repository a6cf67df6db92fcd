/** Random forest that predicts quantiles of similar past days. */
import { seededRandom } from '../random.ts'
import { type HistogramBinEdges, histogramBinEdgesOf, histogramBinOf, histogramBinsOf } from './bins.ts'
import { findLeaf, growTree, type RegressionTree } from './grow.ts'

interface Forest {
  edges: HistogramBinEdges
  trees: RegressionTree[]
  targets: Float64Array
  /** Indexes of the rows, sorted by target. */
  order: Int32Array
}

interface ForestSize {
  trees: number
  leastRows: number
  depth: number
  choice: number
  seed: number
}

/**
 * Grows a forest (Breiman 2001).
 * Each tree uses a bootstrap sample of the rows.
 */
export function growForest(rows: readonly Float64Array[], targets: Float64Array, size: ForestSize): Forest {
  const edges = histogramBinEdgesOf(rows)
  const classes = histogramBinsOf(edges, rows)
  const random = seededRandom(size.seed)
  const trees = Array.from({ length: size.trees }, () => {
    const start = Int32Array.from(rows, () => Math.floor(random() * rows.length)).sort()
    return growTree(classes, targets, start, { ...size, random })
  })
  const order = Int32Array.from(rows, (_, row) => row).sort((a, b) => (targets[a] as number) - (targets[b] as number))
  return { edges, trees, targets, order }
}

const leaves = (forest: Forest, row: Float64Array): [RegressionTree, number][] => {
  const classes = forest.edges.map((cuts, feature) => histogramBinOf(cuts, row[feature] as number))
  return forest.trees.map((tree) => [tree, findLeaf(tree, (feature) => classes[feature] as number)])
}

/** Returns quantiles of the targets of rows that share leaves with this one (Meinshausen 2006). */
export function forestQuantiles(forest: Forest, row: Float64Array, levels: readonly number[]): number[] {
  const weights = new Float64Array(forest.targets.length)
  for (const [tree, leaf] of leaves(forest, row)) {
    const alike = tree.rows[leaf] as Int32Array
    for (const other of alike) weights[other] = (weights[other] as number) + 1 / alike.length
  }
  return levels.map((level) => {
    let rest = level * forest.trees.length
    for (const other of forest.order) {
      rest -= weights[other] as number
      if (rest <= 0) return forest.targets[other] as number
    }
    return forest.targets[forest.order.at(-1) as number] as number
  })
}
