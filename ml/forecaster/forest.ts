/** Random forest that predicts quantiles of similar past days. */

import { seededRandom } from './statistics.ts'

interface Forest {
  edges: HistogramBinEdges
  trees: RegressionTree[]
  targets: Float64Array
  /** Indexes of the rows, sorted by the rows' target values. */
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
  const bins = histogramBinsOf(edges, rows)
  const random = seededRandom(size.seed)
  const trees = Array.from({ length: size.trees }, () => {
    const start = Int32Array.from(rows, () => Math.floor(random() * rows.length)).sort()
    return growTree(bins, targets, start, { ...size, random })
  })
  const order = Int32Array.from(rows, (_, row) => row).sort((a, b) => (targets[a] as number) - (targets[b] as number))
  return { edges, trees, targets, order }
}

const leaves = (forest: Forest, row: Float64Array): [RegressionTree, number][] => {
  const bins = forest.edges.map((cuts, feature) => histogramBinOf(cuts, row[feature] as number))
  return forest.trees.map((tree) => [tree, findLeaf(tree, (feature) => bins[feature] as number)])
}

/**
 * Returns quantiles of past target values, weighted by how often they share a leaf with `row`.
 * See Meinshausen 2006, quantile regression forests.
 */
export function predictForestQuantiles(forest: Forest, row: Float64Array, levels: readonly number[]): number[] {
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

/**
 * Number of quantile bins per feature, so that trees try few splits.
 * Bin 0 is for missing values.
 */
const HISTOGRAM_BIN_COUNT = 32

/** Upper edges of each feature's histogram bins, from bin 1 on. */
type HistogramBinEdges = Float64Array[]

function histogramBinEdgesOf(rows: readonly Float64Array[]): HistogramBinEdges {
  const width = rows[0]?.length ?? 0
  return Array.from({ length: width }, (_, feature) => {
    const known = Float64Array.from(rows, (row) => row[feature] as number).filter((value) => !Number.isNaN(value))
    known.sort()
    const edges: number[] = []
    for (let cut = 1; cut < HISTOGRAM_BIN_COUNT - 1; cut++) {
      const at = Math.floor((cut * known.length) / (HISTOGRAM_BIN_COUNT - 1))
      // The bin's edge is halfway between two known values.
      // Values slightly above the lower one thus stay in the lower bin.
      const edge = ((known[at - 1] as number) + (known[at] as number)) / 2
      if (at > 0 && edge < (known[known.length - 1] as number) && edge > (edges.at(-1) ?? Number.NEGATIVE_INFINITY))
        edges.push(edge)
    }
    return Float64Array.from(edges)
  })
}

/** Returns the number of the histogram bin to which a feature's value belongs. */
function histogramBinOf(edges: Float64Array, value: number): number {
  if (Number.isNaN(value)) return 0
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= (edges[middle] as number)) high = middle
    else low = middle + 1
  }
  return low + 1
}

/** Returns the histogram bins of all rows, as one array per feature. */
function histogramBinsOf(edges: HistogramBinEdges, rows: readonly Float64Array[]): Uint8Array[] {
  return edges.map((cuts, feature) => Uint8Array.from(rows, (row) => histogramBinOf(cuts, row[feature] as number)))
}

/**
 * A regression tree on histogram bins, stored in arrays.
 * Each split minimizes the squared error among randomly drawn features.
 * At an inner node, rows whose histogram bin is at most `cut` go left.
 * A leaf has feature -1 and its rows' indexes.
 */
interface RegressionTree {
  feature: number[]
  cut: number[]
  left: number[]
  right: number[]
  /** For each leaf of the decision tree, the indexes of its rows. */
  rows: Int32Array[]
}

interface Growth {
  leastRows: number
  depth: number
  /** Fraction of the features from which each split may choose. */
  choice: number
  random: () => number
}

const NO_ROWS = new Int32Array(0)
/**
 * Sums of targets and counts of rows per histogram bin, for `splitBy`.
 * Both arrays are reused to avoid memory allocation.
 */
const sums = new Float64Array(HISTOGRAM_BIN_COUNT)
const counts = new Float64Array(HISTOGRAM_BIN_COUNT)

interface Split {
  feature: number
  cut: number
  gain: number
}

/** Returns the best split of `rows` by one feature. */
function splitBy(bins: Uint8Array, feature: number, targets: Float64Array, rows: Int32Array, leastRows: number): Split {
  sums.fill(0)
  counts.fill(0)
  let all = 0
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number
    const at = bins[row] as number
    const target = targets[row] as number
    sums[at] = (sums[at] as number) + target
    counts[at] = (counts[at] as number) + 1
    all += target
  }
  const best = { feature, cut: -1, gain: 0 }
  const base = (all * all) / rows.length
  let [sum, count] = [0, 0]
  for (let cut = 0; cut < HISTOGRAM_BIN_COUNT - 1; cut++) {
    if (counts[cut] === 0) continue
    sum += sums[cut] as number
    count += counts[cut] as number
    const rest = rows.length - count
    if (rest < leastRows) break
    if (count < leastRows) continue
    const gain = (sum * sum) / count + ((all - sum) * (all - sum)) / rest - base
    if (gain > best.gain) {
      best.gain = gain
      best.cut = cut
    }
  }
  return best
}

function drawn(features: Int32Array, count: number, random: () => number): Int32Array {
  for (let i = 0; i < count; i++) {
    const j = i + Math.floor(random() * (features.length - i))
    const kept = features[i] as number
    features[i] = features[j] as number
    features[j] = kept
  }
  return features.subarray(0, count)
}

/**
 * Grows a regression tree on training rows.
 * `start` lists their indices; an index may occur several times.
 */
function growTree(
  bins: readonly Uint8Array[],
  targets: Float64Array,
  start: Int32Array,
  growth: Growth,
): RegressionTree {
  const tree: RegressionTree = { feature: [], cut: [], left: [], right: [], rows: [] }
  const features = Int32Array.from(bins, (_, feature) => feature)
  const choice = Math.max(1, Math.round(growth.choice * features.length))
  // Minimum improvement of a split.
  // Smaller improvements are rounding errors.
  const least = 1e-12 * targets.reduce((sum, target) => sum + target * target, 0)
  const node = (rows: Int32Array, depth: number): number => {
    const at = tree.feature.length
    for (const part of [tree.feature, tree.cut, tree.left, tree.right]) part.push(-1)
    tree.rows.push(rows)
    if (depth >= growth.depth || rows.length < 2 * growth.leastRows) return at
    let best: Split = { feature: -1, cut: -1, gain: least }
    for (const feature of drawn(features, choice, growth.random)) {
      const split = splitBy(bins[feature] as Uint8Array, feature, targets, rows, growth.leastRows)
      if (split.gain > best.gain) best = split
    }
    if (best.feature < 0) return at
    const column = bins[best.feature] as Uint8Array
    tree.feature[at] = best.feature
    tree.cut[at] = best.cut
    tree.rows[at] = NO_ROWS
    tree.left[at] = node(
      rows.filter((row) => (column[row] as number) <= best.cut),
      depth + 1,
    )
    tree.right[at] = node(
      rows.filter((row) => (column[row] as number) > best.cut),
      depth + 1,
    )
    return at
  }
  node(start, 0)
  return tree
}

/**
 * Returns the index of the tree's leaf for a row.
 * `binAt` returns the histogram bin of the row's value for a feature.
 */
function findLeaf(tree: RegressionTree, binAt: (feature: number) => number): number {
  let at = 0
  for (;;) {
    const feature = tree.feature[at] as number
    if (feature < 0) return at
    at = (binAt(feature) <= (tree.cut[at] as number) ? tree.left[at] : tree.right[at]) as number
  }
}
