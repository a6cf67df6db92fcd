/** Shares of the seven materials as percent fields, with total and scaling. */
import { MATERIALS, type Material } from '#domain/city.ts'
import { sumPercents, isSumOf100 as sumsToWhole } from '#domain/percent-total.ts'
import { materialLabelOf } from '#web/lib/format/names.ts'
import { formatPercent, parseNumber } from '#web/lib/format/numbers.ts'

export type MaterialShareFields = Record<Material, string>

const sharesFrom = (share: (material: Material) => string) =>
  Object.fromEntries(MATERIALS.map((material) => [material, share(material)])) as MaterialShareFields

/** Returns a composition as field values; unknown shares are empty. */
export const materialSharesOf = ({
  composition,
}: {
  composition: Partial<Record<Material, number>>
}): MaterialShareFields => sharesFrom((material) => (composition[material] ? String(composition[material]) : ''))

/** Returns the field values as numbers; empty counts as 0. */
export const sharePercentsOf = (shares: MaterialShareFields) =>
  Object.fromEntries(MATERIALS.map((material) => [material, parseNumber(shares[material]) ?? 0])) as Record<
    Material,
    number
  >

/** Returns the total of the shares in percent. */
export const shareTotalOf = (shares: MaterialShareFields) =>
  sumPercents(MATERIALS.map((material) => parseNumber(shares[material]) || 0))

/** Returns whether all shares are 0 to 100 and total exactly 100. */
export function areSharesComplete(shares: MaterialShareFields): boolean {
  const parts = MATERIALS.map((material) => parseNumber(shares[material]) ?? 0)
  return parts.every((part) => part >= 0 && part <= 100) && sumsToWhole(parts)
}

/** Scales shares to 100 in whole percents; the largest takes the remainder. */
export function scaleTo100(shares: MaterialShareFields): MaterialShareFields {
  const total = shareTotalOf(shares)
  if (total <= 0) return shares
  const parts = MATERIALS.map((material) => ({
    material,
    share: Math.round((100 * Math.max(0, parseNumber(shares[material]) || 0)) / total),
  }))
  const largest = parts.reduce((most, part) => (part.share > most.share ? part : most))
  largest.share += 100 - parts.reduce((sum, { share }) => sum + share, 0)
  const share = new Map(parts.map((part) => [part.material, part.share]))
  return sharesFrom((material) => (share.get(material) ? String(share.get(material)) : ''))
}

export const EMPTY_SHARE_FIELDS = sharesFrom(() => '')

/** Returns the materials that have a share, largest share first. */
export const sortedSharesOf = (composition: Partial<Record<Material, number>>) =>
  MATERIALS.map((material) => ({ material, share: composition[material] ?? 0 }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)

/** Formats a composition as 'Plastic 40 %, Paper 25 %'. */
export const formatComposition = (composition: Partial<Record<Material, number>>) =>
  sortedSharesOf(composition)
    .map(({ material, share }) => `${materialLabelOf(material)} ${formatPercent(share)}`)
    .join(', ')
