/**
 * Computes the composition of litter in a photo.
 * Boxes count by confidence and area.
 */
import { areaOf, type Found } from './boxes.ts'
import { MATERIALS, perMaterial, type Shares } from './materials.ts'

/** Weight of a box: confidence^sure × area^large. */
export interface Counting {
  sure: number
  large: number
}

/**
 * Settings of a composition.
 * A higher `clear` (1 by default) favours a box's likeliest material.
 */
export type Composing = Counting & { clear?: number }

/** Returns the weight of a box. */
export const countOf = (box: Found, { sure, large }: Counting) => box.confidence ** sure * areaOf(box) ** large

/**
 * Least share of the total weight.
 * A smaller box changes no whole percent.
 */
const LEAST_PART = 0.01

/** Returns the boxes that count in a composition, which people review and which contribute to the weight. */
export function counted<B extends Found>(boxes: readonly B[], composing: Counting): B[] {
  const total = boxes.reduce((sum, box) => sum + countOf(box, composing), 0)
  return boxes.filter((box) => countOf(box, composing) >= LEAST_PART * total)
}

/**
 * Returns shares of visible litter area by material.
 * Undefined without litter, since the composition is then unknown.
 */
export function areaShares(boxes: readonly (Found & { shares: Shares })[], composing: Composing): Shares | undefined {
  const total = boxes.reduce((sum, box) => sum + countOf(box, composing), 0)
  if (total <= 0) return undefined
  const parts = boxes.map((box) => [countOf(box, composing), cleared(box.shares, composing.clear)] as const)
  return perMaterial((material) => parts.reduce((sum, [count, shares]) => sum + count * shares[material], 0) / total)
}

function cleared(shares: Shares, clear = 1): Shares {
  const total = MATERIALS.reduce((sum, material) => sum + shares[material] ** clear, 0)
  return perMaterial((material) => shares[material] ** clear / total)
}
