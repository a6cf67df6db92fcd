/** Pie geometry: slices, and labels without overlap. */

export interface Slice {
  index: number
  /** Radians clockwise from the top. */
  start: number
  end: number
  /** Share of the whole, 0 to 1. */
  share: number
}

/** Returns the slices of all positive values in the given order. */
export function slicesOf(values: readonly number[]): Slice[] {
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0)
  let before = 0
  return values.flatMap((value, index) => {
    if (value <= 0) return []
    const start = (before / total) * 2 * Math.PI
    before += value
    return [{ index, start, end: (before / total) * 2 * Math.PI, share: value / total }]
  })
}

export interface Label {
  index: number
  side: 'left' | 'right'
  /** Point on the rim, relative to the centre. */
  rim: { x: number; y: number }
  /** Height of the text, relative to the centre. */
  y: number
}

/**
 * Returns a label beside each slice, at least `gap` apart and within `height`.
 * Labels stay as close to their slices as possible.
 */
export function labelsOf(slices: readonly Slice[], radius: number, gap: number, height: number): Label[] {
  const wished = slices.map(({ index, start, end }): Label => {
    const middle = (start + end) / 2
    const rim = { x: Math.sin(middle) * radius, y: -Math.cos(middle) * radius }
    return { index, side: middle < Math.PI ? 'right' : 'left', rim, y: rim.y }
  })
  return (['right', 'left'] as const).flatMap((side) => {
    const column = wished.filter((label) => label.side === side).sort((a, b) => a.y - b.y)
    const heights = spread(
      column.map(({ y }) => y),
      gap,
      height / 2,
    )
    return column.map((label, n) => ({ ...label, y: heights[n]! }))
  })
}

/** Spreads ascending heights to at least `gap`, first downwards, then up from the lower `limit`. */
export function spread(heights: readonly number[], gap: number, limit: number): number[] {
  const room = gap / 2
  const moved = [...heights]
  for (let n = 0; n < moved.length; n++) {
    moved[n] = Math.max(moved[n]!, n === 0 ? room - limit : moved[n - 1]! + gap)
  }
  for (let n = moved.length - 1; n >= 0; n--) {
    moved[n] = Math.min(moved[n]!, n === moved.length - 1 ? limit - room : moved[n + 1]! - gap)
  }
  return moved
}
