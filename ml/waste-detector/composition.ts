/**
 * Computes the composition of litter in a photo.
 * Boxes count by confidence and area.
 */
import { areaOf, type DetectedBox } from './boxes.ts'
import { MATERIALS, perMaterial, type Shares } from './materials.ts'

/** Weight of a box: confidence^sure × area^large. */
export interface BoxWeighting {
  sure: number
  large: number
}

/**
 * Settings of a composition.
 * A higher `clear` (1 by default) favours a box's likeliest material.
 */
export type CompositionSettings = BoxWeighting & { clear?: number }

/** Returns the weight of a box. */
export const boxWeight = (box: DetectedBox, { sure, large }: BoxWeighting) =>
  box.confidence ** sure * areaOf(box) ** large

/**
 * Least share of the total weight.
 * A smaller box changes no whole percent.
 */
const LEAST_PART = 0.01

/** Returns the boxes that count in a composition, which people review and which contribute to the weight. */
export function countedBoxes<B extends DetectedBox>(boxes: readonly B[], composing: BoxWeighting): B[] {
  const total = boxes.reduce((sum, box) => sum + boxWeight(box, composing), 0)
  return boxes.filter((box) => boxWeight(box, composing) >= LEAST_PART * total)
}

/**
 * Returns shares of visible litter area by material.
 * Undefined without litter, since the composition is then unknown.
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
