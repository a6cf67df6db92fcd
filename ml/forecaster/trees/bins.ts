/**
 * Groups the values of features into at most 31 classes by quantiles, so that trees have few splits to try.
 * Class 0 is for missing values.
 */

export const HISTOGRAM_BIN_COUNT = 32

/** Upper edges of each feature's classes, from class 1 on. */
export type HistogramBinEdges = Float64Array[]

/** Returns the edges of each feature from the training rows. */
export function histogramBinEdgesOf(rows: readonly Float64Array[]): HistogramBinEdges {
  const width = rows[0]?.length ?? 0
  return Array.from({ length: width }, (_, feature) => {
    const known = Float64Array.from(rows, (row) => row[feature] as number).filter((value) => !Number.isNaN(value))
    known.sort()
    const edges: number[] = []
    for (let cut = 1; cut < HISTOGRAM_BIN_COUNT - 1; cut++) {
      const at = Math.floor((cut * known.length) / (HISTOGRAM_BIN_COUNT - 1))
      // Halfway to the next value, so that a slightly larger value is still in the class.
      const edge = ((known[at - 1] as number) + (known[at] as number)) / 2
      if (at > 0 && edge < (known[known.length - 1] as number) && edge > (edges.at(-1) ?? Number.NEGATIVE_INFINITY))
        edges.push(edge)
    }
    return Float64Array.from(edges)
  })
}

/** Returns the class of a feature's value. */
export function histogramBinOf(edges: Float64Array, value: number): number {
  if (Number.isNaN(value)) return 0
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= (edges[middle] as number)) high = middle
    else low = middle + 1
  }
  return low + 1
}

/** Returns the classes of all rows, as one array per feature. */
export function histogramBinsOf(edges: HistogramBinEdges, rows: readonly Float64Array[]): Uint8Array[] {
  return edges.map((cuts, feature) => Uint8Array.from(rows, (row) => histogramBinOf(cuts, row[feature] as number)))
}
