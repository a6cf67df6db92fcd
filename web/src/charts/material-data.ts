/** Amounts by material as charts take them: named, in their fixed colours and in their fixed order. */
import { MATERIALS, type Material } from '#rules/city.ts'
import { materialColor, materialLabel } from '#web/format/materials.ts'
import type { Datum } from './chart-data.ts'

/** All seven materials, also those that there is nothing of: none changes its place when another comes in. */
export function materialData(amounts: Readonly<Partial<Record<Material, number>>>): Datum[] {
  return MATERIALS.map((material) => ({
    key: material,
    label: materialLabel(material),
    value: amounts[material] ?? 0,
    color: materialColor(material),
  }))
}
