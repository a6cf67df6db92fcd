/** The seven materials as fields hold them, in percent: their running total, and how they are scaled to 100. */
import { MATERIALS, type Material } from '#rules/city.ts'
import { numberIn } from '#web/format/numbers.ts'

export type Shares = Record<Material, string>

/** Hundredths of a percent, so that the parts add up without a rest. */
const hundredths = (text: string) => Math.round((numberIn(text) || 0) * 100)
const FULL = 10_000

const sharesFrom = (share: (material: Material) => string) =>
  Object.fromEntries(MATERIALS.map((material) => [material, share(material)])) as Shares

/** A composition as fields show it; what is unknown is empty. */
export const sharesOf = ({ composition }: { composition: Partial<Record<Material, number>> }): Shares =>
  sharesFrom((material) => (composition[material] ? String(composition[material]) : ''))

/** What fields say, in percent; an empty one is 0. */
export const percentsOf = (shares: Shares) =>
  Object.fromEntries(MATERIALS.map((material) => [material, numberIn(shares[material]) ?? 0])) as Record<
    Material,
    number
  >

/** The running total, in percent. */
export const totalOf = (shares: Shares) =>
  MATERIALS.reduce((sum, material) => sum + hundredths(shares[material]), 0) / 100

/** Whether each part is 0 to 100 and all sum to exactly 100. */
export function isWhole(shares: Shares): boolean {
  const parts = MATERIALS.map((material) => numberIn(shares[material]) ?? 0)
  return parts.every((part) => part >= 0 && part <= 100) && totalOf(shares) * 100 === FULL
}

/** Scales the parts to sum to 100: each rounded to a whole percent, the remainder added to the largest. */
export function scaled(shares: Shares): Shares {
  const total = totalOf(shares)
  if (total <= 0) return shares
  const parts = MATERIALS.map((material) => ({
    material,
    share: Math.round(Math.max(0, hundredths(shares[material])) / total),
  }))
  const largest = parts.reduce((most, part) => (part.share > most.share ? part : most))
  largest.share += 100 - parts.reduce((sum, { share }) => sum + share, 0)
  const share = new Map(parts.map((part) => [part.material, part.share]))
  return sharesFrom((material) => (share.get(material) ? String(share.get(material)) : ''))
}

export const NO_SHARES = sharesFrom(() => '')
