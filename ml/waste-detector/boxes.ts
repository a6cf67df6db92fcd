/** Decodes head outputs to boxes: anchors, non-maximum suppression, position voting. */
import type { Rectangle } from './window.ts'

/**
 * Detected box, in fractions of the photo's size.
 * `confidence` (0 to 1) is the probability that it contains litter.
 */
export interface DetectedBox extends Rectangle {
  confidence: number
}

/**
 * Output of one pyramid level: cells × cells × 9 scores (logits).
 * For each score, there are four shifts (y, x, height, width).
 */
interface Level {
  cells: number
  scores: Float32Array
  shifts: Float32Array
}

/** Confidence below which boxes are dropped. */
const MIN_CONFIDENCE = 0.02
/** Overlap (fraction of union) above which boxes are the same object. */
const SAME_OBJECT_OVERLAP = 0.3
/** Overlap (fraction of union) above which a box influences another's position. */
const VOTING_OVERLAP = 0.7
/**
 * Maximum number of boxes that are compared with one another.
 * At most `BOXES_LIMIT` remain.
 */
const COMPARED_BOXES_LIMIT = 300
const BOXES_LIMIT = 50

/**
 * A cell's anchors, as height and width in cells, in EfficientDet's order.
 * They have three sizes of three shapes.
 */
const ANCHORS = [0, 1 / 3, 2 / 3].flatMap((octave) =>
  [1, Math.SQRT1_2, Math.SQRT2].map((shape) => ({ height: 3 * 2 ** octave * shape, width: (3 * 2 ** octave) / shape })),
)

/** Returns the boxes of a photo, most confident first. */
export function boxesOf(levels: readonly Level[]): DetectedBox[] {
  const candidates = levels
    .flatMap(candidatesOf)
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, COMPARED_BOXES_LIMIT)
  const kept: DetectedBox[] = []
  for (const box of candidates) {
    if (kept.length === BOXES_LIMIT) break
    if (!kept.some((other) => intersectionOverUnionOf(box, other) > SAME_OBJECT_OVERLAP)) kept.push(box)
  }
  return kept.map((box) => placed(box, candidates))
}

/** Returns the mean box of nearly equal ones, weighted by confidence and overlap. */
function placed(box: DetectedBox, candidates: readonly DetectedBox[]): DetectedBox {
  const sum = { x0: 0, y0: 0, x1: 0, y1: 0, part: 0 }
  for (const other of candidates) {
    const share = intersectionOverUnionOf(box, other)
    if (share <= VOTING_OVERLAP) continue
    const part = share * other.confidence
    sum.part += part
    for (const side of SIDES) sum[side] += part * other[side]
  }
  const mean = (side: Side) => sum[side] / sum.part
  return { x0: mean('x0'), y0: mean('y0'), x1: mean('x1'), y1: mean('y1'), confidence: box.confidence }
}

const SIDES = ['x0', 'y0', 'x1', 'y1'] as const
type Side = (typeof SIDES)[number]

function candidatesOf({ cells, scores, shifts }: Level): DetectedBox[] {
  const found: DetectedBox[] = []
  for (let index = 0; index < scores.length; index++) {
    const confidence = 1 / (1 + Math.exp(-(scores[index] as number)))
    if (confidence < MIN_CONFIDENCE) continue
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

/** Returns the share of a photo that a box covers. */
export const areaOf = ({ x0, y0, x1, y1 }: Rectangle) => Math.max(0, x1 - x0) * Math.max(0, y1 - y0)

/** Returns two boxes' overlap as share of their union. */
export function intersectionOverUnionOf(a: Rectangle, b: Rectangle): number {
  const shared = areaOf({
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  })
  return shared > 0 ? shared / (areaOf(a) + areaOf(b) - shared) : 0
}
