/** Cuts features into at most 31 classes by their quantiles, so that a tree looks for its splits among few; class 0 is 'missing'. */

export const CLASSES = 32

/** For each feature the upper edges of its classes, from class 1 on. */
export type Edges = Float64Array[]

/** The edges of each feature, from the rows that the trees are grown on. */
export function edgesOf(rows: readonly Float64Array[]): Edges {
  const width = rows[0]?.length ?? 0
  return Array.from({ length: width }, (_, feature) => {
    const known = Float64Array.from(rows, (row) => row[feature] as number).filter((value) => !Number.isNaN(value))
    known.sort()
    const edges: number[] = []
    for (let cut = 1; cut < CLASSES - 1; cut++) {
      const at = Math.floor((cut * known.length) / (CLASSES - 1))
      // Halfway to the next value, so that a figure that is a hair larger stays in its class.
      const edge = ((known[at - 1] as number) + (known[at] as number)) / 2
      if (at > 0 && edge < (known[known.length - 1] as number) && edge > (edges.at(-1) ?? Number.NEGATIVE_INFINITY))
        edges.push(edge)
    }
    return Float64Array.from(edges)
  })
}

/** The class of a value. */
export function classOf(edges: Float64Array, value: number): number {
  if (Number.isNaN(value)) return 0
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= (edges[middle] as number)) high = middle
    else low = middle + 1
  }
  return low + 1
}

/** The classes of every row, feature after feature: those of one feature lie together. */
export function classesOf(edges: Edges, rows: readonly Float64Array[]): Uint8Array[] {
  return edges.map((cuts, feature) => Uint8Array.from(rows, (row) => classOf(cuts, row[feature] as number)))
}
