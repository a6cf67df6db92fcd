/** Placement of labels on the map: beside their place, inside the frame, without overlap. */
import { type Box, overlap, type Point } from './geometry.ts'

export interface Frame {
  width: number
  height: number
}

export interface LabelledPlace {
  at: Point
  /** Half the size of the place's mark in px; 0 without a mark, so that labels may cover it. */
  radius: number
  /** Distance in px up to which a label still belongs to the place. */
  reach: number
  /** Size of the label in px. */
  width: number
  height: number
  /** True if the label is omitted rather than overlapping another. */
  optional: boolean
}

const GAP = 4
/** Distance between labels and the frame, in px. */
const EDGE = 6

const markOf = ({ at, radius }: LabelledPlace): Box => ({
  left: at.x - radius,
  top: at.y - radius,
  width: 2 * radius,
  height: 2 * radius,
})

/** Vertical directions first, because labels are wide and would leave an area sideways. */
const DIRECTIONS = [-2, 2, -3, -1, 1, 3, 4, 0].map((eighth) => (eighth * Math.PI) / 4)

/** Returns the boxes around a place by preference. */
function candidates({ at, radius, reach, width, height }: LabelledPlace): Box[] {
  const [left, top] = [at.x - width / 2, at.y - height / 2]
  const [below, above] = [at.y + radius + GAP, at.y - radius - GAP - height]
  const [right, before] = [at.x + radius + GAP, at.x - radius - GAP - width]
  const beside = [
    { left, top: below },
    { left: left + width / 4, top: below },
    { left: left - width / 4, top: below },
    { left, top: above },
    { left: right, top },
    { left: before, top },
    { left: right, top: below },
    { left: before, top: below },
    { left: right, top: above },
    { left: before, top: above },
  ]
  const farther = (reach > 0 ? [reach / 3, (2 * reach) / 3, reach] : []).flatMap((far) =>
    DIRECTIONS.map((turn) => ({ left: left + far * Math.cos(turn), top: top + far * Math.sin(turn) })),
  )
  // Labels may cover a place without a mark, and its area.
  const places = radius > 0 ? [...beside, ...farther] : [{ left, top }, ...farther, ...beside]
  return places.map((place) => ({ ...place, width, height }))
}

/** Moves a box into the frame. */
const within = ({ left, top, width, height }: Box, frame: Frame): Box => ({
  left: Math.max(EDGE, Math.min(left, frame.width - EDGE - width)),
  top: Math.max(EDGE, Math.min(top, frame.height - EDGE - height)),
  width,
  height,
})

const isInFrame = ({ x, y }: Point, { width, height }: Frame) => x >= 0 && y >= 0 && x <= width && y <= height

/**
 * Returns a box for each label, in the given order of priority.
 * Null outside the frame, or for an optional label without room.
 * `kept` are boxes to avoid.
 */
export function labelsOf(places: readonly LabelledPlace[], frame: Frame, kept: readonly Box[] = []): (Box | null)[] {
  const taken = [...kept, ...places.filter(({ radius }) => radius > 0).map(markOf)]
  return places.map((place) => {
    if (!isInFrame(place.at, frame)) return null
    const cost = (box: Box) => taken.reduce((sum, other) => sum + overlap(box, other), 0)
    const [first, ...others] = candidates(place).map((box) => within(box, frame))
    const best = others.reduce((least, box) => (cost(box) < cost(least) ? box : least), first!)
    if (place.optional && cost(best) > 0) return null
    taken.push(best)
    return best
  })
}
