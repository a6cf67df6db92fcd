/** What a network saw in a box or around it: the mean of the cells that are covered, each by how much of it is covered. */
import type { Rectangle } from './window.ts'

/** One of a network's layers: cells × cells × channels numbers. */
export interface Plane {
  cells: number
  channels: number
  values: Float32Array
}

/** One number for each channel; a box smaller than a cell is taken as one cell wide, so that it always covers something. */
export function cellsIn({ cells, channels, values }: Plane, box: Rectangle): number[] {
  const [rows, columns] = [covered(box.y0, box.y1, cells), covered(box.x0, box.x1, cells)]
  const sums = new Float64Array(channels)
  let total = 0
  for (const [row, height] of rows) {
    for (const [column, width] of columns) {
      const part = height * width
      total += part
      const at = (row * cells + column) * channels
      for (let channel = 0; channel < channels; channel++)
        sums[channel] = (sums[channel] as number) + part * (values[at + channel] as number)
    }
  }
  return Array.from(sums, (sum) => sum / total)
}

/** The box with its surroundings: so many times as wide and as high, within the photo. */
export function grown({ x0, y0, x1, y1 }: Rectangle, factor = 1.6): Rectangle {
  const [x, y, width, height] = [(x0 + x1) / 2, (y0 + y1) / 2, ((x1 - x0) * factor) / 2, ((y1 - y0) * factor) / 2]
  return {
    x0: Math.max(x - width, 0),
    y0: Math.max(y - height, 0),
    x1: Math.min(x + width, 1),
    y1: Math.min(y + height, 1),
  }
}

/** What was seen in a box on all planes, and how its surroundings differ from that. */
export function aroundOf(planes: readonly Plane[], box: Rectangle): number[] {
  const inside = planes.flatMap((plane) => cellsIn(plane, box))
  const outside = planes.flatMap((plane) => cellsIn(plane, grown(box)))
  return [...inside, ...outside.map((value, index) => value - (inside[index] as number))]
}

/** The cells that a stretch covers, with how much of each. */
function covered(begin: number, end: number, cells: number): [number, number][] {
  const half = Math.max((end - begin) * cells, 1) / 2
  const middle = Math.min(Math.max(((begin + end) / 2) * cells, half), Math.max(cells - half, half))
  const parts: [number, number][] = []
  for (let cell = Math.max(0, Math.floor(middle - half)); cell < Math.min(cells, middle + half); cell++) {
    const part = Math.min(cell + 1, middle + half) - Math.max(cell, middle - half)
    if (part > 0) parts.push([cell, part])
  }
  return parts
}
