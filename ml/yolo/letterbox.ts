/**
 * Scales a photo into the square input of a YOLO model.
 * The whole photo is as large as possible, with grey borders.
 */
import type { Rectangle, RgbPhoto } from '../waste-detector/window.ts'

/** Grey of the borders, from 0 to 255, as in YOLO's training. */
const GREY = 114

/** A photo that was scaled into the square. */
interface Letterboxed {
  /** Red, green and blue of every pixel, 0 to 1. */
  values: Float32Array
  /** Area of the photo within the square, as fractions of the square. */
  inside: Rectangle
}

/** Scales a photo bilinearly into a square of `size` px. */
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

/** Two neighbouring pixels, and the weight of the second. */
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

/** Converts a rectangle in the square to one in the photo. */
export function toPhotoRectangle(box: Rectangle, inside: Rectangle): Rectangle {
  const across = (x: number) => clamp((x - inside.x0) / (inside.x1 - inside.x0))
  const down = (y: number) => clamp((y - inside.y0) / (inside.y1 - inside.y0))
  return { x0: across(box.x0), y0: down(box.y0), x1: across(box.x1), y1: down(box.y1) }
}

const clamp = (part: number) => Math.min(Math.max(part, 0), 1)
