/**
 * Grows a regression tree on binned features.
 * Each split minimizes the squared error among randomly drawn features.
 */
import { HISTOGRAM_BIN_COUNT } from './bins.ts'

/**
 * A tree, stored in arrays.
 * An inner node sends a row left if the row's class is at most `cut`.
 * A leaf has feature -1 and the indexes of its rows.
 */
export interface RegressionTree {
  feature: number[]
  cut: number[]
  left: number[]
  right: number[]
  /** Indexes of the rows in each leaf. */
  rows: Int32Array[]
}

interface Growth {
  leastRows: number
  depth: number
  /** Fraction of the features from which each split may choose. */
  choice: number
  random: () => number
}

const sums = new Float64Array(HISTOGRAM_BIN_COUNT)
const counts = new Float64Array(HISTOGRAM_BIN_COUNT)

interface Split {
  feature: number
  cut: number
  gain: number
}

/** Returns the best split of `rows` by one feature. */
function splitBy(
  classes: Uint8Array,
  feature: number,
  targets: Float64Array,
  rows: Int32Array,
  leastRows: number,
): Split {
  sums.fill(0)
  counts.fill(0)
  let all = 0
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number
    const at = classes[row] as number
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

/** Grows a tree on the rows of `start`. A row may occur several times in `start`. */
export function growTree(
  classes: readonly Uint8Array[],
  targets: Float64Array,
  start: Int32Array,
  growth: Growth,
): RegressionTree {
  const tree: RegressionTree = { feature: [], cut: [], left: [], right: [], rows: [] }
  const features = Int32Array.from(classes, (_, feature) => feature)
  const choice = Math.max(1, Math.round(growth.choice * features.length))
  // Minimum improvement of a split. Smaller improvements are rounding errors.
  const least = 1e-12 * targets.reduce((sum, target) => sum + target * target, 0)
  const node = (rows: Int32Array, depth: number): number => {
    const at = tree.feature.length
    for (const part of [tree.feature, tree.cut, tree.left, tree.right]) part.push(-1)
    tree.rows.push(rows)
    if (depth >= growth.depth || rows.length < 2 * growth.leastRows) return at
    let best: Split = { feature: -1, cut: -1, gain: least }
    for (const feature of drawn(features, choice, growth.random)) {
      const split = splitBy(classes[feature] as Uint8Array, feature, targets, rows, growth.leastRows)
      if (split.gain > best.gain) best = split
    }
    if (best.feature < 0) return at
    const column = classes[best.feature] as Uint8Array
    tree.feature[at] = best.feature
    tree.cut[at] = best.cut
    tree.rows[at] = EMPTY
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

const EMPTY = new Int32Array(0)

/** Returns the leaf that a row with these classes reaches. */
export function findLeaf(tree: RegressionTree, classAt: (feature: number) => number): number {
  let at = 0
  for (;;) {
    const feature = tree.feature[at] as number
    if (feature < 0) return at
    at = (classAt(feature) <= (tree.cut[at] as number) ? tree.left[at] : tree.right[at]) as number
  }
}
