/** Averages a network's features in a box or around it. Each cell counts by the covered part of it. */
import type { Rectangle } from './window.ts'

/** Feature map of a network layer: cells × cells × channels numbers. */
export interface FeatureMap {
  cells: number
  channels: number
  values: Float32Array
}

/** Returns the mean of each channel within a box. A box that is narrower than a cell is widened to one cell. */
export function poolBoxFeatures({ cells, channels, values }: FeatureMap, box: Rectangle): number[] {
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

/** Returns the box enlarged by a factor, but within the photo. */
function grown({ x0, y0, x1, y1 }: Rectangle, factor = 1.6): Rectangle {
  const [x, y, width, height] = [(x0 + x1) / 2, (y0 + y1) / 2, ((x1 - x0) * factor) / 2, ((y1 - y0) * factor) / 2]
  return {
    x0: Math.max(x - width, 0),
    y0: Math.max(y - height, 0),
    x1: Math.min(x + width, 1),
    y1: Math.min(y + height, 1),
  }
}

/** Returns the features in a box from all feature maps, and their difference from the box's surroundings. */
export function boxContextFeatures(planes: readonly FeatureMap[], box: Rectangle): number[] {
  const inside = planes.flatMap((plane) => poolBoxFeatures(plane, box))
  const outside = planes.flatMap((plane) => poolBoxFeatures(plane, grown(box)))
  return [...inside, ...outside.map((value, index) => value - (inside[index] as number))]
}

/** Returns the cells that a range covers, each with the covered part. */
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
