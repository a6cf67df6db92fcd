/** The geometry of the schematic map: from coordinates to places in a frame, kept apart, each with a label that fits. */

export interface Coordinates {
  lat: number
  lng: number
}
export interface Point {
  x: number
  y: number
}
/** Pixels; `margin` is kept free on every side. */
export interface Frame {
  width: number
  height: number
  margin: number
}

const middleOf = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
const spanOf = (values: readonly number[]) => Math.max(...values) - Math.min(...values)

/** North is up and both directions have one scale, the largest that fits; the whole is centred. */
export function project(places: readonly Coordinates[], { width, height, margin }: Frame): Point[] {
  if (places.length === 0) return []
  const middleLat = middleOf(places.map(({ lat }) => lat))
  // A degree of longitude is shorter than one of latitude, by the cosine of the latitude.
  const flat = places.map(({ lat, lng }) => ({ x: lng * Math.cos((middleLat * Math.PI) / 180), y: -lat }))
  const xs = flat.map(({ x }) => x)
  const ys = flat.map(({ y }) => y)
  const scales = [(width - 2 * margin) / spanOf(xs), (height - 2 * margin) / spanOf(ys)].filter(Number.isFinite)
  const scale = scales.length > 0 ? Math.min(...scales) : 1
  return flat.map(({ x, y }) => ({
    x: width / 2 + (x - middleOf(xs)) * scale,
    y: height / 2 + (y - middleOf(ys)) * scale,
  }))
}

const ROUNDS = 200

/** Moves points that are nearer than `least` away from each other, within the frame: a drawing of a city, not a survey. */
export function keptApart(points: readonly Point[], least: number, frame: Frame): Point[] {
  const moved = points.map((point) => inFrame(point, frame))
  for (let round = 0; round < ROUNDS; round++) {
    let calm = true
    for (let a = 0; a < moved.length; a++) {
      for (let b = a + 1; b < moved.length; b++) {
        const { x, y, missing } = pushOf(moved[a]!, moved[b]!, least, a + b)
        if (missing < 0.01) continue
        calm = false
        moved[a] = inFrame({ x: moved[a]!.x - x * missing, y: moved[a]!.y - y * missing }, frame)
        moved[b] = inFrame({ x: moved[b]!.x + x * missing, y: moved[b]!.y + y * missing }, frame)
      }
    }
    if (calm) break
  }
  return moved
}

/** The direction from one point to another, and half of what they lack to be `least` apart. */
function pushOf(from: Point, to: Point, least: number, turn: number): Point & { missing: number } {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const apart = Math.hypot(x, y)
  // Points on the very same spot part in a direction of their own.
  if (apart < 0.01) return { x: Math.cos(turn), y: Math.sin(turn), missing: least / 2 }
  return { x: x / apart, y: y / apart, missing: Math.max(0, least - apart) / 2 }
}

function inFrame({ x, y }: Point, { width, height, margin }: Frame): Point {
  return {
    x: Math.min(width - margin, Math.max(margin, x)),
    y: Math.min(height - margin, Math.max(margin, y)),
  }
}

/** The point at a share of the way, the ends kept free of `gap` pixels, and `lane` pixels to the right of the line. */
export function along(from: Point, to: Point, share: number, gap = 0, lane = 0): Point {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(x, y) || 1
  const at = Math.min(gap, length / 2) + share * Math.max(0, length - 2 * gap)
  return {
    x: from.x + (x / length) * at - (y / length) * lane,
    y: from.y + (y / length) * at + (x / length) * lane,
  }
}
