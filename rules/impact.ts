/**
 * What recycling saves, by averages that were published for each material (EPA's Waste Reduction Model and figures of the
 * recycling industry), per kg: they say nothing of how this very city recycles.
 */
import type { Material } from './city.ts'

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
/** Trees that are left standing for each kg of paper recycled. */
export const TREES_PER_KG_PAPER = 0.024
/** kWh for each tonne of CO₂ avoided */
export const KWH_PER_TONNE_CO2 = 500
/** Miles that a car drives on a tonne of CO₂. */
export const MILES_PER_TONNE_CO2 = 2_174
/** litres of water that a person uses in a day */
export const LITRES_PER_PERSON_DAY = 150

/** What impact is counted of: the materials that go back into production. */
export const COUNTED: readonly Material[] = ['paper', 'plastic', 'metal', 'glass']

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
  counted: readonly Material[] = COUNTED,
): Impact {
  const sum = (factors: Record<Material, number>) =>
    counted.reduce((total, material) => total + (kg[material] ?? 0) * factors[material], 0)
  const co2Tonnes = sum(CO2_FACTORS) / 1_000
  return {
    co2Tonnes,
    trees: (kg.paper ?? 0) * TREES_PER_KG_PAPER,
    waterLitres: sum(WATER_FACTORS),
    kWh: co2Tonnes * KWH_PER_TONNE_CO2,
  }
}

/** What tonnes of CO₂ and litres of water come to, in words that people know. */
export const milesOf = (co2Tonnes: number) => Math.round(co2Tonnes * MILES_PER_TONNE_CO2)
export const personDaysOf = (waterLitres: number) => Math.round(waterLitres / LITRES_PER_PERSON_DAY)
