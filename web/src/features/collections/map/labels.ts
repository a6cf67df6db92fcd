/** Where the words on the map are written: beside their place, inside the frame, and off each other. */
import { type Box, overlap, type Point } from './geometry.ts'

export interface Frame {
  width: number
  height: number
}

export interface Named {
  at: Point
  /** Half the size of the place's own mark, in pixels; 0 where it has none, and words may stand on it. */
  radius: number
  /** So far from the place its words still belong to it, in pixels. */
  reach: number
  /** Of its words, in pixels. */
  width: number
  height: number
  /** It is left out rather than written over something. */
  optional: boolean
}

const GAP = 4
/** From words to the frame. */
const EDGE = 6

const markOf = ({ at, radius }: Named): Box => ({
  left: at.x - radius,
  top: at.y - radius,
  width: 2 * radius,
  height: 2 * radius,
})

/** Up and down first: words are wide, and leave an area by its sides. */
const DIRECTIONS = [-2, 2, -3, -1, 1, 3, 4, 0].map((eighth) => (eighth * Math.PI) / 4)

/** Around a place, in the order in which they are liked. */
function candidates({ at, radius, reach, width, height }: Named): Box[] {
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
  // Words may stand on a place that has no mark, and all over its area.
  const places = radius > 0 ? [...beside, ...farther] : [{ left, top }, ...farther, ...beside]
  return places.map((place) => ({ ...place, width, height }))
}

/** Moved into the frame as far as it stands out of it. */
const within = ({ left, top, width, height }: Box, frame: Frame): Box => ({
  left: Math.max(EDGE, Math.min(left, frame.width - EDGE - width)),
  top: Math.max(EDGE, Math.min(top, frame.height - EDGE - height)),
  width,
  height,
})

const isInFrame = ({ x, y }: Point, { width, height }: Frame) => x >= 0 && y >= 0 && x <= width && y <= height

/**
 * A box for the words of each place, the first placed first; null where it is out of the frame, or optional and without room.
 * `kept`: boxes that words keep off.
 */
export function labelsOf(places: readonly Named[], frame: Frame, kept: readonly Box[] = []): (Box | null)[] {
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
