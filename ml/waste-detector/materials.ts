/** Materials and shares by material. */

export const MATERIALS = ['plastic', 'paper', 'glass', 'metal', 'organic', 'textile', 'other'] as const
export type Material = (typeof MATERIALS)[number]

/** Shares by material, summing to 1. */
export type Shares = Record<Material, number>

/** Returns a record with a number for each material. */
export const mapMaterials = (amount: (material: Material) => number) =>
  Object.fromEntries(MATERIALS.map((material) => [material, amount(material)])) as Shares

/** Returns the material with the greatest share. */
export const likeliestMaterial = (shares: Shares) =>
  MATERIALS.reduce((best, other) => (shares[other] > shares[best] ? other : best))

/** Returns shares from the logits of these materials. Materials without a logit get 0. */
export function softmaxShares(logits: ArrayLike<number>, materials: readonly Material[]): Shares {
  const highest = Math.max(...Array.from(logits))
  const parts = materials.map((_, index) => Math.exp((logits[index] as number) - highest))
  const sum = parts.reduce((total, part) => total + part, 0)
  return mapMaterials((material) => (parts[materials.indexOf(material)] ?? 0) / sum)
}
