/** Cuts a window from a photo and scales it, exactly as training/images.py. */

/** A decoded photo: RGB of every pixel, row by row, 0 to 255. */
export interface RgbPhoto {
  rgb: Uint8Array
  width: number
  height: number
}

/** Rectangle from its upper left to its lower right corner. */
export interface Rectangle {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Source pixels of a target pixel when a photo is scaled, with each source pixel's weight. */
interface PixelWeights {
  places: number[]
  parts: number[]
}

/**
 * Returns, for each of `size` target pixels, the source pixels and their weights.
 * The range `begin` to `end` is part of a line of `length` source pixels.
 * Beyond the line, its first or last pixel repeats.
 * The triangle filter spans one source pixel when enlarging, one target pixel when reducing.
 */
function tapsOf(begin: number, end: number, length: number, size: number): PixelWeights[] {
  const scale = (end - begin) / size
  const reach = Math.max(scale, 1)
  return Array.from({ length: size }, (_, index) => {
    const centre = begin + (index + 0.5) * scale - 0.5
    const places: number[] = []
    const parts: number[] = []
    for (let place = Math.ceil(centre - reach); place <= Math.floor(centre + reach); place++) {
      places.push(Math.min(Math.max(place, 0), length - 1))
      parts.push(Math.max(0, 1 - Math.abs(place - centre) / reach))
    }
    const sum = parts.reduce((total, part) => total + part, 0)
    return { places, parts: parts.map((part) => part / sum) }
  })
}

/**
 * Scales a window to size × size × 3 numbers, 0 to 255.
 * The window is in pixels and may extend beyond the photo.
 */
export function cropToSquare({ rgb, width, height }: RgbPhoto, window: Rectangle, size: number): Float32Array {
  const columns = tapsOf(window.x0, window.x1, width, size)
  const rows = tapsOf(window.y0, window.y1, height, size)
  /** Maps each pixel row of the photo to the rows of the scaled square that use it, with weights. */
  const taken = new Map<number, [index: number, part: number][]>()
  for (const [index, { places, parts }] of rows.entries())
    for (const [tap, place] of places.entries()) {
      const known = taken.get(place) ?? []
      known.push([index, parts[tap] as number])
      taken.set(place, known)
    }
  const line = size * 3
  const square = new Float32Array(size * line)
  // Reuses one buffer, because a thousand rows would burden the garbage collector.
  const narrowed = new Float32Array(line)
  for (const [place, takers] of taken) {
    narrowRow(rgb, place * width * 3, columns, narrowed)
    for (const [index, part] of takers) addTo(square, index * line, narrowed, part)
  }
  return square
}

function narrowRow(rgb: Uint8Array, at: number, columns: PixelWeights[], row: Float32Array): void {
  columns.forEach(({ places, parts }, column) => {
    let red = 0
    let green = 0
    let blue = 0
    for (let tap = 0; tap < places.length; tap++) {
      const pixel = at + (places[tap] as number) * 3
      const part = parts[tap] as number
      red += part * (rgb[pixel] as number)
      green += part * (rgb[pixel + 1] as number)
      blue += part * (rgb[pixel + 2] as number)
    }
    row[column * 3] = red
    row[column * 3 + 1] = green
    row[column * 3 + 2] = blue
  })
}

function addTo(target: Float32Array, at: number, row: Float32Array, part: number) {
  for (let index = 0; index < row.length; index++)
    target[at + index] = (target[at + index] as number) + part * (row[index] as number)
}

/** Returns the window that covers the whole photo, in pixels. */
export const cropWindowOfWholePhoto = ({ width, height }: RgbPhoto): Rectangle => ({
  x0: 0,
  y0: 0,
  x1: width,
  y1: height,
})

/**
 * Returns a square window (in px) around a box (given as fractions of the photo).
 * The window's side is `context` times the longer side of the box.
 */
export function cropWindowOfBox(box: Rectangle, { width, height }: RgbPhoto, context: number): Rectangle {
  const [x, y] = [((box.x0 + box.x1) / 2) * width, ((box.y0 + box.y1) / 2) * height]
  const half = (Math.max((box.x1 - box.x0) * width, (box.y1 - box.y0) * height, 1) * context) / 2
  return { x0: x - half, y0: y - half, x1: x + half, y1: y + half }
}
