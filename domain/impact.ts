/**
 * Impact of recycling, from published averages per kg of material.
 * Sources: EPA's Waste Reduction Model and recycling industry figures.
 * The averages were not measured in this city.
 */
import { MATERIALS, type Material } from './city.ts'

/** Avoided CO₂ in kg per kg of recycled material. */
export const CO2_FACTORS: Record<Material, number> = {
  plastic: 2,
  paper: 3.3,
  glass: 0.5,
  metal: 6,
  organic: 0.3,
  textile: 1.8,
  other: 1,
}
/** Saved water in litres per kg of recycled material. */
export const WATER_FACTORS: Record<Material, number> = {
  plastic: 40,
  paper: 60,
  glass: 20,
  metal: 95,
  organic: 5,
  textile: 70,
  other: 30,
}
/** Saved trees per kg of recycled material. */
export const SAVED_TREES_PER_KG: Record<Material, number> = {
  plastic: 0.002,
  paper: 0.024,
  glass: 0.002,
  metal: 0.002,
  organic: 0.002,
  textile: 0.002,
  other: 0.002,
}
/** kWh per tonne of CO₂ avoided. */
export const KWH_PER_TONNE_CO2 = 500
/** Miles that a car drives per tonne of CO₂. */
export const MILES_PER_TONNE_CO2 = 2_174
/** Litres of water that a person uses per day. */
export const LITRES_PER_PERSON_DAY = 150

/** Materials that count in the figures of the recycling impact, such as saved CO₂ and trees. */
export interface ImpactScope {
  /** Materials that count for CO₂, energy and water. */
  materials: readonly Material[]
  trees: readonly Material[]
}

/**
 * Materials that are made into new products.
 * Trees count only for paper.
 */
export const DEFAULT_IMPACT_SCOPE: ImpactScope = { materials: ['paper', 'plastic', 'metal', 'glass'], trees: ['paper'] }
export const ALL_MATERIALS_IMPACT_SCOPE: ImpactScope = { materials: MATERIALS, trees: MATERIALS }

export interface RecyclingImpact {
  /** Avoided CO₂ in tonnes. */
  co2Tonnes: number
  trees: number
  /** Litres of water that recycling saved. */
  waterLitres: number
  /** Saved energy in kWh. */
  kWh: number
}

/**
 * Returns the impact of recycling `kg` by material.
 * Missing materials count as 0.
 */
export function recyclingImpactOf(
  kg: Readonly<Partial<Record<Material, number>>>,
  { materials, trees }: ImpactScope = DEFAULT_IMPACT_SCOPE,
): RecyclingImpact {
  const sum = (factors: Record<Material, number>, counted = materials) =>
    counted.reduce((total, material) => total + (kg[material] ?? 0) * factors[material], 0)
  const co2Tonnes = sum(CO2_FACTORS) / 1_000
  return {
    co2Tonnes,
    trees: sum(SAVED_TREES_PER_KG, trees),
    waterLitres: sum(WATER_FACTORS),
    kWh: co2Tonnes * KWH_PER_TONNE_CO2,
  }
}

/** Functions that convert CO₂ and water to familiar quantities. */
export const carMilesOfCo2 = (co2Tonnes: number) => Math.round(co2Tonnes * MILES_PER_TONNE_CO2)
export const waterPersonDaysOf = (waterLitres: number) => Math.round(waterLitres / LITRES_PER_PERSON_DAY)
