/** Pixel geometry of the map: points, boxes and interpolation. */

export interface Point {
  x: number
  y: number
}

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Returns the overlap of two boxes in square pixels. */
export function overlap(a: Box, b: Box): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return Math.max(0, across) * Math.max(0, down)
}

/**
 * Returns the point at a share of the way.
 * Keeps `gap` px free at both ends and shifts `lane` px to the right.
 */
export function along(from: Point, to: Point, share: number, gap = 0, lane = 0): Point {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(x, y) || 1
  const at = Math.min(gap, length / 2) + share * Math.max(0, length - 2 * gap)
  return {
    x: from.x + (x / length) * at - (y / length) * lane,
    y: from.y + (y / length) * at + (x / length) * lane,
  }
}
