/**
 * Converts a photo to a YOLO model's input, and its output to boxes.
 * The output is in rows or columns: centre, size and scores.
 */

import { type DetectedBox, intersectionOverUnionOf } from '../waste-detector/boxes.ts'
import type { Rectangle, RgbPhoto } from '../waste-detector/window.ts'

/** A box in the square input picture, with its likeliest class. */
interface ClassifiedBox extends DetectedBox {
  kind: number
}

/**
 * Layout of the detector network's output, by rows or columns.
 * Before YOLO version 8, the output also scores whether a box contains an object.
 */
export interface OutputLayout {
  rows: number
  columns: number
  byRow: boolean
  withObject: boolean
}

/** Overlap (intersection over union) above which boxes of a class are the same object. */
const SAME_OBJECT_OVERLAP = 0.45
const MAX_BOXES = 100

/**
 * Returns the layout of a YOLO model's output with this shape.
 * Undefined if no layout fits.
 */
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
 * `size` is the square's side in px, because some models return pixels.
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
    // Skips boxes with invalid numbers, which a broken model may return.
    // They must not get into totals.
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
  // Detects whether the boxes are in fractions of the picture or in px.
  // Fractions are never above 2; values in px nearly always are.
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

/** Applies non-maximum suppression. */
function surestOnly(boxes: ClassifiedBox[]): ClassifiedBox[] {
  const kept: ClassifiedBox[] = []
  for (const box of boxes.sort((a, b) => b.confidence - a.confidence)) {
    if (kept.length === MAX_BOXES) break
    if (!kept.some((other) => other.kind === box.kind && intersectionOverUnionOf(box, other) > SAME_OBJECT_OVERLAP))
      kept.push(box)
  }
  return kept
}

/** Border grey (0 to 255), as in YOLO's training. */
const GREY = 114

/** A photo scaled into the network's square input. */
interface Letterboxed {
  /** Red, green and blue of every pixel, 0 to 1. */
  values: Float32Array
  /** The photo's area within the square, as fractions of the square's side. */
  inside: Rectangle
}

/** Scales a photo bilinearly to fit a square of `size` px, with grey borders. */
export function letterboxPhoto({ rgb, width, height }: RgbPhoto, size: number): Letterboxed {
  const scale = Math.min(size / width, size / height)
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  const [left, top] = [Math.floor((size - wide) / 2), Math.floor((size - high) / 2)]
  const values = new Float32Array(size * size * 3).fill(GREY / 255)
  const columns = Array.from({ length: wide }, (_, x) => between(((x + 0.5) * width) / wide - 0.5, width))
  for (let y = 0; y < high; y++) {
    const row = between(((y + 0.5) * height) / high - 0.5, height)
    for (let x = 0; x < wide; x++) {
      const column = columns[x] as PixelBlend
      const to = ((top + y) * size + left + x) * 3
      for (let channel = 0; channel < 3; channel++) {
        const at = (pixelRow: number, pixel: number) => rgb[(pixelRow * width + pixel) * 3 + channel] as number
        const upper = mix(at(row.first, column.first), at(row.first, column.second), column.part)
        const lower = mix(at(row.second, column.first), at(row.second, column.second), column.part)
        values[to + channel] = mix(upper, lower, row.part) / 255
      }
    }
  }
  const part = (px: number) => px / size
  return { values, inside: { x0: part(left), y0: part(top), x1: part(left + wide), y1: part(top + high) } }
}

/**
 * Two neighbouring pixels to blend.
 * `part` is the weight of the second pixel.
 */
interface PixelBlend {
  first: number
  second: number
  part: number
}

function between(place: number, length: number): PixelBlend {
  const first = Math.min(Math.max(Math.floor(place), 0), length - 1)
  return { first, second: Math.min(first + 1, length - 1), part: Math.min(Math.max(place - first, 0), 1) }
}

const mix = (a: number, b: number, part: number) => a + (b - a) * part

/** Converts a rectangle in the model's square input to one in the photo. */
export function toPhotoRectangle(box: Rectangle, inside: Rectangle): Rectangle {
  const across = (x: number) => clamp((x - inside.x0) / (inside.x1 - inside.x0))
  const down = (y: number) => clamp((y - inside.y0) / (inside.y1 - inside.y0))
  return { x0: across(box.x0), y0: down(box.y0), x1: across(box.x1), y1: down(box.y1) }
}

const clamp = (part: number) => Math.min(Math.max(part, 0), 1)
