/** Materials, and which of them a box is made of. */

export const MATERIALS = ['plastic', 'paper', 'glass', 'metal', 'organic', 'textile', 'other'] as const
export type Material = (typeof MATERIALS)[number]

/** How much of something is of which material; sums to 1. */
export type Shares = Record<Material, number>

/** A number for each material. */
export const perMaterial = (amount: (material: Material) => number) =>
  Object.fromEntries(MATERIALS.map((material) => [material, amount(material)])) as Shares

/** The surest material of these shares. */
export const commonest = (shares: Shares) =>
  MATERIALS.reduce((best, other) => (shares[other] > shares[best] ? other : best))

/** Shares from a linear layer's logits, given for these materials; those not among them have none. */
export function sharesOf(logits: ArrayLike<number>, materials: readonly Material[]): Shares {
  const highest = Math.max(...Array.from(logits))
  const parts = materials.map((_, index) => Math.exp((logits[index] as number) - highest))
  const sum = parts.reduce((total, part) => total + part, 0)
  return perMaterial((material) => (parts[materials.indexOf(material)] ?? 0) / sum)
}
