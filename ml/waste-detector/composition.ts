/**
 * Computes the composition of litter in a photo.
 * Each box counts by its confidence and area.
 */
import { areaOf, type DetectedBox } from './boxes.ts'
import { MATERIALS, perMaterial, type Shares } from './materials.ts'

/** How boxes count: confidence^sure × area^large. */
export interface BoxWeighting {
  sure: number
  large: number
}

/**
 * Settings of a composition.
 * With a higher `clear` (default 1), the likeliest material of a box counts more.
 */
export type CompositionSettings = BoxWeighting & { clear?: number }

/** Returns the weight of a box. */
export const boxWeight = (box: DetectedBox, { sure, large }: BoxWeighting) =>
  box.confidence ** sure * areaOf(box) ** large

/** Boxes with a smaller share of the total weight are left out; they change no whole percent. */
const LEAST_PART = 0.01

/**
 * Returns the boxes that count in the composition.
 * People review these, and the weight is estimated from them.
 */
export function countedBoxes<B extends DetectedBox>(boxes: readonly B[], composing: BoxWeighting): B[] {
  const total = boxes.reduce((sum, box) => sum + boxWeight(box, composing), 0)
  return boxes.filter((box) => boxWeight(box, composing) >= LEAST_PART * total)
}

/**
 * Returns shares of the visible litter area by material.
 * Undefined if there is no litter, because the composition is then unknown.
 */
export function areaShares(
  boxes: readonly (DetectedBox & { shares: Shares })[],
  composing: CompositionSettings,
): Shares | undefined {
  const total = boxes.reduce((sum, box) => sum + boxWeight(box, composing), 0)
  if (total <= 0) return undefined
  const parts = boxes.map((box) => [boxWeight(box, composing), cleared(box.shares, composing.clear)] as const)
  return perMaterial((material) => parts.reduce((sum, [count, shares]) => sum + count * shares[material], 0) / total)
}

function cleared(shares: Shares, clear = 1): Shares {
  const total = MATERIALS.reduce((sum, material) => sum + shares[material] ** clear, 0)
  return perMaterial((material) => shares[material] ** clear / total)
}
