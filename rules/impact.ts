/**
 * What recycling saves, by averages that were published for each material (EPA's Waste Reduction Model and figures of the
 * recycling industry), per kg: they say nothing of how this very city recycles.
 */
import { MATERIALS, type Material } from './city.ts'

/** kg of CO₂ that are avoided for each kg recycled */
export const CO2_FACTORS: Record<Material, number> = {
  plastic: 2,
  paper: 3.3,
  glass: 0.5,
  metal: 6,
  organic: 0.3,
  textile: 1.8,
  other: 1,
}
/** litres of water that are saved for each kg recycled */
export const WATER_FACTORS: Record<Material, number> = {
  plastic: 40,
  paper: 60,
  glass: 20,
  metal: 95,
  organic: 5,
  textile: 70,
  other: 30,
}
/** Trees that are left standing for each kg recycled */
export const TREE_FACTORS: Record<Material, number> = {
  plastic: 0.002,
  paper: 0.024,
  glass: 0.002,
  metal: 0.002,
  organic: 0.002,
  textile: 0.002,
  other: 0.002,
}
/** kWh for each tonne of CO₂ avoided */
export const KWH_PER_TONNE_CO2 = 500
/** Miles that a car drives on a tonne of CO₂. */
export const MILES_PER_TONNE_CO2 = 2_174
/** litres of water that a person uses in a day */
export const LITRES_PER_PERSON_DAY = 150

/** Of which materials impact is counted. */
export interface Counted {
  /** For CO₂, energy and water. */
  materials: readonly Material[]
  trees: readonly Material[]
}

/** The materials that go back into production; trees of paper alone, which is made of them. */
export const COUNTED: Counted = { materials: ['paper', 'plastic', 'metal', 'glass'], trees: ['paper'] }
export const ALL_COUNTED: Counted = { materials: MATERIALS, trees: MATERIALS }

export interface Impact {
  /** tonnes of CO₂ avoided */
  co2Tonnes: number
  trees: number
  /** litres of water saved */
  waterLitres: number
  /** Energy saved. */
  kWh: number
}

/** `kg` by material; what is not named is nothing. */
export function impactOf(
  kg: Readonly<Partial<Record<Material, number>>>,
  { materials, trees }: Counted = COUNTED,
): Impact {
  const sum = (factors: Record<Material, number>, counted = materials) =>
    counted.reduce((total, material) => total + (kg[material] ?? 0) * factors[material], 0)
  const co2Tonnes = sum(CO2_FACTORS) / 1_000
  return {
    co2Tonnes,
    trees: sum(TREE_FACTORS, trees),
    waterLitres: sum(WATER_FACTORS),
    kWh: co2Tonnes * KWH_PER_TONNE_CO2,
  }
}

/** What tonnes of CO₂ and litres of water come to, in words that people know. */
export const milesOf = (co2Tonnes: number) => Math.round(co2Tonnes * MILES_PER_TONNE_CO2)
export const personDaysOf = (waterLitres: number) => Math.round(waterLitres / LITRES_PER_PERSON_DAY)
