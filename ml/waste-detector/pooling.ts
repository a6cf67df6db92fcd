/** What a network saw in a box: the mean of the cells that the box covers, each by how much of it is covered. */
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
  const sums = new Array<number>(channels).fill(0)
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
  return sums.map((sum) => sum / total)
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
