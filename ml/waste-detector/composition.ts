/**
 * Materials, their shares, and the composition of litter in a photo.
 * Each box counts by its confidence and area.
 */

import { areaOf, type DetectedBox } from './boxes.ts'

export const MATERIALS = ['plastic', 'paper', 'glass', 'metal', 'organic', 'textile', 'other'] as const
export type Material = (typeof MATERIALS)[number]

/** Shares by material, summing to 1. */
export type MaterialShares = Record<Material, number>

/** Returns a record with a number for each material. */
export const mapMaterials = (amount: (material: Material) => number) =>
  Object.fromEntries(MATERIALS.map((material) => [material, amount(material)])) as MaterialShares

/** Returns the material with the greatest share. */
export const likeliestMaterialOf = (shares: MaterialShares) =>
  MATERIALS.reduce((best, other) => (shares[other] > shares[best] ? other : best))

/**
 * Returns material shares: the softmax of the logits of `materials`.
 * All other materials get 0.
 */
export function softmaxSharesOf(logits: ArrayLike<number>, materials: readonly Material[]): MaterialShares {
  const highest = Math.max(...Array.from(logits))
  const parts = materials.map((_, index) => Math.exp((logits[index] as number) - highest))
  const sum = parts.reduce((total, part) => total + part, 0)
  return mapMaterials((material) => (parts[materials.indexOf(material)] ?? 0) / sum)
}

/** How much a box counts: confidence^sure × area^large. */
export interface BoxWeightExponents {
  sure: number
  large: number
}

/**
 * Settings for computing a photo's composition from its boxes.
 * With `clear` above 1 (the default), each box counts more for its likeliest material.
 */
export type CompositionSettings = BoxWeightExponents & { clear?: number }

/** Returns how much a box counts in the composition. */
export const weightOfBoxInComposition = (box: DetectedBox, { sure, large }: BoxWeightExponents) =>
  box.confidence ** sure * areaOf(box) ** large

/**
 * Fraction of total weight below which a box is omitted.
 * Smaller boxes change no whole percent.
 */
const LEAST_PART = 0.01

/**
 * Returns the boxes that contribute at least one percent to the photo's composition.
 * People review these boxes, and the weight is estimated from them.
 */
export function selectCountedBoxes<B extends DetectedBox>(boxes: readonly B[], composing: BoxWeightExponents): B[] {
  const total = boxes.reduce((sum, box) => sum + weightOfBoxInComposition(box, composing), 0)
  return boxes.filter((box) => weightOfBoxInComposition(box, composing) >= LEAST_PART * total)
}

/**
 * Returns shares of the visible litter area by material.
 * Returns undefined without litter, because the composition is then unknown.
 */
export function areaSharesOf(
  boxes: readonly (DetectedBox & { shares: MaterialShares })[],
  composing: CompositionSettings,
): MaterialShares | undefined {
  const total = boxes.reduce((sum, box) => sum + weightOfBoxInComposition(box, composing), 0)
  if (total <= 0) return undefined
  const parts = boxes.map(
    (box) => [weightOfBoxInComposition(box, composing), sharpenShares(box.shares, composing.clear)] as const,
  )
  return mapMaterials((material) => parts.reduce((sum, [count, shares]) => sum + count * shares[material], 0) / total)
}

function sharpenShares(shares: MaterialShares, clear = 1): MaterialShares {
  const total = MATERIALS.reduce((sum, material) => sum + shares[material] ** clear, 0)
  return mapMaterials((material) => shares[material] ** clear / total)
}
