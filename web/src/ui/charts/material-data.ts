/** Chart data of materials, with fixed colours and order. */
import { MATERIALS, type Material } from '#domain/city.ts'
import { type Composition, perMaterial } from '#domain/materials.ts'
import { materialColor, materialLabel } from '#web/lib/format/materials.ts'
import type { Datum } from './chart-data.ts'

/** Returns all seven materials, including those without an amount, so that positions are stable. */
export function materialData(amounts: Readonly<Partial<Record<Material, number>>>): Datum[] {
  return MATERIALS.map((material) => ({
    key: material,
    label: materialLabel(material),
    value: amounts[material] ?? 0,
    color: materialColor(material),
  }))
}

/** Splits a weight by a composition without rounding, so that charts show its exact shares. */
export const materialWeights = (composition: Composition, weight: number): Datum[] =>
  materialData(perMaterial((material) => (weight * (composition[material] ?? 0)) / 100))
