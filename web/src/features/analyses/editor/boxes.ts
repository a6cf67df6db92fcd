/** Geometry of boxes, in fractions of the photo's width and height. */

import type { Analysis } from '#contract/views.ts'
import type { Material } from '#domain/city.ts'
import { compositionOfBoxes } from '#domain/litter-weight.ts'

export interface Box {
  id: string
  material: Material
  /** The model's confidence, from 0 to 1; undefined for a box that a person drew. */
  confidence?: number | undefined
  /** Edges of the box: left, top, right, bottom. */
  x0: number
  y0: number
  x1: number
  y1: number
}

export interface Point {
  x: number
  y: number
}

export const CORNERS = ['nw', 'ne', 'sw', 'se'] as const
export type Corner = (typeof CORNERS)[number]

/** Minimum side of a box, so that it stays selectable. */
export const MIN_BOX_SIDE = 0.02
/** Coordinates are rounded to 1/10,000 of a side: exact to a pixel for photos of up to 10,000 pixels. */
const DECIMALS = 10_000
/** Side of a box that is added by a button instead of drawing, as a fraction. */
const USUAL = 0.3

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
const rounded = (value: number) => Math.round(value * DECIMALS) / DECIMALS

/** Moves a box within the photo without changing its size. */
export function moveBox(box: Box, by: Point): Box {
  const x = clamp(by.x, -box.x0, 1 - box.x1)
  const y = clamp(by.y, -box.y0, 1 - box.y1)
  return { ...box, x0: rounded(box.x0 + x), y0: rounded(box.y0 + y), x1: rounded(box.x1 + x), y1: rounded(box.y1 + y) }
}

/** Moves one corner of a box. The corner cannot cross the opposite corner, and the box keeps its minimum size. */
export function resizeBox(box: Box, corner: Corner, by: Point): Box {
  const west = corner === 'nw' || corner === 'sw'
  const north = corner === 'nw' || corner === 'ne'
  return {
    ...box,
    ...(west
      ? { x0: rounded(clamp(box.x0 + by.x, 0, box.x1 - MIN_BOX_SIDE)) }
      : { x1: rounded(clamp(box.x1 + by.x, box.x0 + MIN_BOX_SIDE, 1)) }),
    ...(north
      ? { y0: rounded(clamp(box.y0 + by.y, 0, box.y1 - MIN_BOX_SIDE)) }
      : { y1: rounded(clamp(box.y1 + by.y, box.y0 + MIN_BOX_SIDE, 1)) }),
  }
}

/** Returns the box between two points; undefined if the box would be too small. */
export function boxBetween(id: string, material: Material, from: Point, to: Point): Box | undefined {
  const [x0, x1] = [from.x, to.x].map((x) => rounded(clamp(x, 0, 1))).sort((a, b) => a - b) as [number, number]
  const [y0, y1] = [from.y, to.y].map((y) => rounded(clamp(y, 0, 1))).sort((a, b) => a - b) as [number, number]
  return x1 - x0 < MIN_BOX_SIDE || y1 - y0 < MIN_BOX_SIDE ? undefined : { id, material, x0, y0, x1, y1 }
}

/** Returns a new box in the middle of the photo, for users who cannot draw. */
export const createCentredBox = (id: string, material: Material): Box => ({
  id,
  material,
  x0: 0.5 - USUAL / 2,
  y0: 0.5 - USUAL / 2,
  x1: 0.5 + USUAL / 2,
  y1: 0.5 + USUAL / 2,
})

/** Returns an id that no box uses. */
export function nextBoxId(boxes: readonly Box[]): string {
  const taken = new Set(boxes.map(({ id }) => id))
  let count = 1
  while (taken.has(`new-${count}`)) count++
  return `new-${count}`
}

const boundsOf = ({ x0, y0, x1, y1, material }: Box) => [x0, y0, x1, y1, material].join(' ')

/** Returns true if two lists have the same boxes and materials. */
export const areSameBoxes = (some: readonly Box[], others: readonly Box[]) =>
  some.length === others.length && some.map(boundsOf).sort().join() === others.map(boundsOf).sort().join()

type Findings = Pick<Analysis, 'composition' | 'weight'>

/**
 * Returns the findings of the analysis if its boxes are unchanged, otherwise findings calculated from the boxes.
 * The two differ: a model gives each box probabilities of several materials, a person names one material.
 */
export const findingsOfBoxes = (analysis: Findings & { boxes?: readonly Box[] }, boxes: readonly Box[]): Findings =>
  areSameBoxes(analysis.boxes ?? [], boxes) ? analysis : compositionOfBoxes(boxes)
