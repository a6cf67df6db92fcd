/** Where the names on the map are written: beside their place, inside the frame, and off each other. */
import { along, type Frame, type Point } from './map-geometry.ts'

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface Named {
  at: Point
  /** Half the size of the place's own mark, in pixels. */
  radius: number
  /** Of its name, in pixels. */
  width: number
}

const LINE = 17
const GAP = 6
/** From a name to the frame. */
const EDGE = 6

/** How much of the boxes lies on each other, in square pixels. */
export function overlap(a: Box, b: Box): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return Math.max(0, across) * Math.max(0, down)
}

const markOf = ({ at, radius }: Named): Box => ({
  left: at.x - radius,
  top: at.y - radius,
  width: 2 * radius,
  height: 2 * radius,
})

/** Below, above, right and left of a place, in the order in which they are liked. */
function candidates({ at, radius, width }: Named, height: number, frame: Frame): Box[] {
  const centred = at.x - width / 2
  const beside = at.y - height / 2
  return [
    { left: centred, top: at.y + radius + GAP },
    { left: centred, top: at.y - radius - GAP - height },
    { left: at.x + radius + GAP, top: beside },
    { left: at.x - radius - GAP - width, top: beside },
  ].map(({ left, top }) => ({
    left: Math.max(EDGE, Math.min(left, frame.width - EDGE - width)),
    top: Math.max(EDGE, Math.min(top, frame.height - EDGE - height)),
    width,
    height,
  }))
}

/** A truck that is on its way, as large as its mark is. */
const TRUCK = { width: 52, height: 28 }
const TRUCKS_A_WAY = 12

/** The room that trucks take up on a way, as boxes one after the other. */
function boxesAlong([from, to]: readonly [Point, Point]): Box[] {
  return Array.from({ length: TRUCKS_A_WAY }, (_, index) => {
    const { x, y } = along(from, to, (index + 0.5) / TRUCKS_A_WAY)
    return { ...TRUCK, left: x - TRUCK.width / 2, top: y - TRUCK.height / 2 }
  })
}

/** A box for each place's name: where it lies least on marks, other names and the ways that trucks drive. */
export function labelsOf(places: readonly Named[], ways: readonly (readonly [Point, Point])[], frame: Frame): Box[] {
  const labels: Box[] = []
  const driven = ways.flatMap(boxesAlong)
  for (const place of places) {
    const taken = [...places.map(markOf), ...driven, ...labels]
    const cost = (box: Box) => taken.reduce((sum, other) => sum + overlap(box, other), 0)
    const [first, ...others] = candidates(place, LINE, frame)
    labels.push(others.reduce((best, box) => (cost(box) < cost(best) ? box : best), first!))
  }
  return labels
}
