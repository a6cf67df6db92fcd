/** Boxes from what the detector's heads say: anchors, decoding, and of boxes that overlap the surest, placed by all that agree. */
import type { Rectangle } from './window.ts'

/** A box as fractions of the photo, with how sure the detector is that litter is in it (0 to 1). */
export interface Found extends Rectangle {
  confidence: number
}

/** One level of the pyramid as its heads see it: cells × cells × 9 scores (logits) and as many times 4 shifts (y, x, height, width). */
export interface Level {
  cells: number
  scores: Float32Array
  shifts: Float32Array
}

/** Below this nothing is called litter, however a list of boxes is used. */
const SUREST_NOTHING = 0.02
/** Two boxes that share more than this of their union are the same thing. */
const SAME = 0.3
/** Boxes that share more than this of their union with a kept one have a say in where it is. */
const VOTES = 0.7
/** As many boxes are compared, and as many are kept. */
const COMPARED = 300
const KEPT = 50

/** Anchors of one cell, height and width in cells: three sizes of three shapes, in the order in which EfficientDet has them. */
const ANCHORS = [0, 1 / 3, 2 / 3].flatMap((octave) =>
  [1, Math.SQRT1_2, Math.SQRT2].map((shape) => ({ height: 3 * 2 ** octave * shape, width: (3 * 2 ** octave) / shape })),
)

/** The boxes of a photo, surest first. */
export function boxesOf(levels: readonly Level[]): Found[] {
  const candidates = levels
    .flatMap(candidatesOf)
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, COMPARED)
  const kept: Found[] = []
  for (const box of candidates) {
    if (kept.length === KEPT) break
    if (!kept.some((other) => overlap(box, other) > SAME)) kept.push(box)
  }
  return kept.map((box) => placed(box, candidates))
}

/** The box at the mean of all that lie almost as it does, each by how sure it is and how much it overlaps. */
function placed(box: Found, candidates: readonly Found[]): Found {
  const sum = { x0: 0, y0: 0, x1: 0, y1: 0, part: 0 }
  for (const other of candidates) {
    const share = overlap(box, other)
    if (share <= VOTES) continue
    const part = share * other.confidence
    sum.part += part
    for (const side of SIDES) sum[side] += part * other[side]
  }
  const mean = (side: Side) => sum[side] / sum.part
  return { x0: mean('x0'), y0: mean('y0'), x1: mean('x1'), y1: mean('y1'), confidence: box.confidence }
}

const SIDES = ['x0', 'y0', 'x1', 'y1'] as const
type Side = (typeof SIDES)[number]

function candidatesOf({ cells, scores, shifts }: Level): Found[] {
  const found: Found[] = []
  for (let index = 0; index < scores.length; index++) {
    const confidence = 1 / (1 + Math.exp(-(scores[index] as number)))
    if (confidence < SUREST_NOTHING) continue
    const cell = Math.floor(index / ANCHORS.length)
    const box = boxAt(Math.floor(cell / cells), cell % cells, cells, index % ANCHORS.length, shifts.subarray(index * 4))
    if (box.x1 > box.x0 && box.y1 > box.y0) found.push({ ...box, confidence })
  }
  return found
}

function boxAt(row: number, column: number, cells: number, anchor: number, shifts: Float32Array): Rectangle {
  const { height, width } = ANCHORS[anchor] as (typeof ANCHORS)[number]
  const [dy = 0, dx = 0, dh = 0, dw = 0] = shifts
  const [y, x] = [row + 0.5 + dy * height, column + 0.5 + dx * width]
  const [halfHeight, halfWidth] = [(Math.exp(dh) * height) / 2, (Math.exp(dw) * width) / 2]
  const part = (place: number) => Math.min(Math.max(place / cells, 0), 1)
  return { x0: part(x - halfWidth), y0: part(y - halfHeight), x1: part(x + halfWidth), y1: part(y + halfHeight) }
}

/** The part of a photo that a box covers. */
export const areaOf = ({ x0, y0, x1, y1 }: Rectangle) => Math.max(0, x1 - x0) * Math.max(0, y1 - y0)

/** What two boxes share, as a part of what they cover together. */
export function overlap(a: Rectangle, b: Rectangle): number {
  const shared = areaOf({
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  })
  return shared > 0 ? shared / (areaOf(a) + areaOf(b) - shared) : 0
}
