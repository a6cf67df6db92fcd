/** Zoom of a picture. Positions are in px from the window's centre. */

export interface Zoom {
  /** Scale; at 1 the picture fits into the window. */
  scale: number
  x: number
  y: number
}
export interface Point {
  x: number
  y: number
}

export const FITTED_ZOOM: Zoom = { scale: 1, x: 0, y: 0 }
export const MAX_SCALE = 8

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Limits the shift, so that the picture still fills the window. */
export function clampZoom({ scale, x, y }: Zoom, { x: width, y: height }: Point): Zoom {
  const [overX, overY] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2]
  return { scale, x: clamp(x, -overX, overX), y: clamp(y, -overY, overY) }
}

/** Zooms by `factor`. The point `at` stays in place. */
export function zoomAt(zoom: Zoom, factor: number, at: Point, size: Point): Zoom {
  const scale = clamp(zoom.scale * factor, 1, MAX_SCALE)
  const by = scale / zoom.scale
  return clampZoom({ scale, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by }, size)
}

export const panZoom = (zoom: Zoom, by: Point, size: Point): Zoom =>
  clampZoom({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, size)

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
const spread = ([a, b]: readonly Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

/** Applies a drag with one or two fingers. The points under the fingers stay under them. */
export function dragZoom(zoom: Zoom, from: readonly Point[], to: readonly Point[], size: Point): Zoom {
  const [start, end] = [middle(from), middle(to)]
  const after = panZoom(zoom, { x: end.x - start.x, y: end.y - start.y }, size)
  const before = spread(from)
  return before > 0 ? zoomAt(after, spread(to) / before, end, size) : after
}
