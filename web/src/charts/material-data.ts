/** Amounts by material as charts take them: named, in their fixed colours and in their fixed order. */
import { MATERIALS, type Material } from '#rules/city.ts'
import { type Composition, perMaterial } from '#rules/materials.ts'
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

/** Splits a weight by a composition. Nothing is rounded here: what is drawn has the composition's own shares. */
export const materialWeights = (composition: Composition, weight: number): Datum[] =>
  materialData(perMaterial((material) => (weight * (composition[material] ?? 0)) / 100))
