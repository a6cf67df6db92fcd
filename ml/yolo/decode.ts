/**
 * Decodes the boxes of a YOLO head, whose output has centre, size and scores in rows or columns.
 * Applies non-maximum suppression.
 */
import { type DetectedBox, intersectionOverUnion } from '../waste-detector/boxes.ts'

/** A box in the square input picture, with its likeliest class. */
interface ClassifiedBox extends DetectedBox {
  kind: number
}

/**
 * Layout of a head's output, by rows or columns.
 * Before version 8, the output also has a score that there is an object.
 */
export interface OutputLayout {
  rows: number
  columns: number
  byRow: boolean
  withObject: boolean
}

/** Overlap (as a fraction of the union) above which two boxes of a class are the same object. */
const SAME = 0.45
const MOST = 100

/** Returns the layout for an output shape and number of classes; undefined if no layout fits. */
export function outputLayoutOf(shape: readonly number[], classes: number): OutputLayout | undefined {
  const [one, first = 0, second = 0] = shape
  if (shape.length !== 3 || one !== 1) return undefined
  for (const withObject of [false, true]) {
    const fields = classes + (withObject ? 5 : 4)
    if (first === fields) return { rows: second, columns: fields, byRow: false, withObject }
    if (second === fields) return { rows: first, columns: fields, byRow: true, withObject }
  }
  return undefined
}

/**
 * Returns boxes in fractions of the square, most confident first.
 * `size` is the side of the square in px, because some heads return px.
 */
export function decodeBoxes(
  values: Float32Array,
  head: OutputLayout,
  size: number,
  confidence: number,
): ClassifiedBox[] {
  const at = (row: number, field: number) =>
    values[head.byRow ? row * head.columns + field : field * head.rows + row] as number
  const found: ClassifiedBox[] = []
  for (let row = 0; row < head.rows; row++) {
    const surest = surestOf(head, (field) => at(row, field))
    if (surest.confidence < confidence) continue
    const [x, y, width, height] = [at(row, 0), at(row, 1), at(row, 2), at(row, 3)]
    // Skips values that only a broken model returns, because they must not get into any total.
    if (![x, y, width, height, surest.confidence].every(Number.isFinite) || width <= 0 || height <= 0) continue
    found.push({
      x0: x - width / 2,
      y0: y - height / 2,
      x1: x + width / 2,
      y1: y + height / 2,
      ...surest,
      confidence: Math.min(1, surest.confidence),
    })
  }
  // Detects the unit: fractions never exceed 2, and boxes in px are hardly ever that small.
  const unit = found.some(({ x1, y1 }) => Math.max(x1, y1) > 2) ? size : 1
  const boxes = found.map((box) => ({
    ...box,
    x0: box.x0 / unit,
    y0: box.y0 / unit,
    x1: box.x1 / unit,
    y1: box.y1 / unit,
  }))
  return surestOnly(boxes)
}

function surestOf({ columns, withObject }: OutputLayout, field: (field: number) => number) {
  const first = withObject ? 5 : 4
  const object = withObject ? field(4) : 1
  let best = { kind: 0, confidence: 0 }
  for (let column = first; column < columns; column++) {
    const confidence = field(column) * object
    if (confidence > best.confidence) best = { kind: column - first, confidence }
  }
  return best
}

function surestOnly(boxes: ClassifiedBox[]): ClassifiedBox[] {
  const kept: ClassifiedBox[] = []
  for (const box of boxes.sort((a, b) => b.confidence - a.confidence)) {
    if (kept.length === MOST) break
    if (!kept.some((other) => other.kind === box.kind && intersectionOverUnion(box, other) > SAME)) kept.push(box)
  }
  return kept
}
