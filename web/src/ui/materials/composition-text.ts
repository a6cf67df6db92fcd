/** Materials and compositions as text. */
import { MATERIALS, type Material } from '#domain/city.ts'
import { materialLabel } from '#web/lib/format/materials.ts'
import { percent } from '#web/lib/format/weights.ts'

/** Returns the materials with a share, largest first. */
export const sharesIn = (composition: Partial<Record<Material, number>>) =>
  MATERIALS.map((material) => ({ material, share: composition[material] ?? 0 }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)

/** Formats a composition: 'Plastic 40 %, Paper 25 %'. */
export const materialsOf = (composition: Partial<Record<Material, number>>) =>
  sharesIn(composition)
    .map(({ material, share }) => `${materialLabel(material)} ${percent(share)}`)
    .join(', ')
