/** Sums loads by weight and material: measured, estimated and unknown parts. */
import { MATERIALS, type Material } from './city.ts'

export type Composition = Readonly<Partial<Record<Material, number>>>

/** Data of a load from which a site's intake of waste is computed. */
interface Load {
  /** Weight in kg; absent if there is not even an estimate. */
  weight?: number
  estimated: boolean
  /** Percent by material; absent if unknown. */
  composition?: Composition
}

export interface MaterialIntake {
  loads: number
  /** Total kg, measured and estimated. */
  kg: number
  measuredKg: number
  estimatedKg: number
  /** Intake in kg by material, as far as known. */
  materials: Record<Material, number>
  /** Intake in kg of loads with an unknown composition. */
  unknownKg: number
}

/**
 * Returns an amount per material.
 * Uses a loop for speed, because sums cover years of days.
 */
export function mapMaterials(amount: (material: Material) => number): Record<Material, number> {
  const amounts = {} as Record<Material, number>
  for (const material of MATERIALS) amounts[material] = amount(material)
  return amounts
}

const NOTHING = mapMaterials(() => 0)

export const createEmptyIntake = (): MaterialIntake => ({
  loads: 0,
  kg: 0,
  measuredKg: 0,
  estimatedKg: 0,
  unknownKg: 0,
  materials: { ...NOTHING },
})

/**
 * Sums of kg are rounded to a millionth.
 * Weights in hundredths of a kg times percentages with two decimals are therefore exact.
 */
const PARTS = 1_000_000

/** Adds kg exactly, up to a million tonnes, in any row order. */
const plus = (sum: number, kg: number): number => Math.round((sum + kg) * PARTS) / PARTS

/**
 * Adds a load to an intake, the total weights of received waste by material.
 * The weights of known materials and the unknown weight sum to the total.
 */
export function addLoad(intake: MaterialIntake, { weight = 0, estimated, composition }: Load): void {
  intake.loads += 1
  intake.kg = plus(intake.kg, weight)
  if (estimated) intake.estimatedKg = plus(intake.estimatedKg, weight)
  else intake.measuredKg = plus(intake.measuredKg, weight)
  let known = 0
  if (composition) {
    for (const material of MATERIALS) {
      const percent = composition[material] ?? 0
      known += percent
      intake.materials[material] = plus(intake.materials[material], (weight * percent) / 100)
    }
  }
  if (known === 0) intake.unknownKg = plus(intake.unknownKg, weight)
}

/** Adds the amounts of `other` to `intake`. */
export function addIntake(intake: MaterialIntake, other: MaterialIntake): void {
  intake.loads += other.loads
  intake.kg = plus(intake.kg, other.kg)
  intake.measuredKg = plus(intake.measuredKg, other.measuredKg)
  intake.estimatedKg = plus(intake.estimatedKg, other.estimatedKg)
  intake.unknownKg = plus(intake.unknownKg, other.unknownKg)
  for (const material of MATERIALS)
    intake.materials[material] = plus(intake.materials[material], other.materials[material])
}

export function intakeOf(loads: readonly Load[]): MaterialIntake {
  const intake = createEmptyIntake()
  for (const load of loads) addLoad(intake, load)
  return intake
}

/** Returns whether a composition contains any material. */
export const isKnownComposition = (composition: Composition | undefined): composition is Composition =>
  composition !== undefined && Object.values(composition).some((percent) => percent > 0)

/** Waste at a site: its amount and composition. */
interface SiteContent {
  /** Present contents of the site, in tonnes. */
  currentCapacity: number
  composition: Composition
}

/**
 * Returns percent by material over sites, weighted by tonnes, summing to 100.
 * Omits empty sites and unknown compositions.
 * Returns undefined if no site remains.
 */
export function combinedCompositionOf(sites: readonly SiteContent[]): Record<Material, number> | undefined {
  const known = sites.filter(
    ({ currentCapacity, composition }) => currentCapacity > 0 && isKnownComposition(composition),
  )
  const amounts = mapMaterials((material) =>
    known.reduce((sum, { currentCapacity, composition }) => sum + currentCapacity * (composition[material] ?? 0), 0),
  )
  const total = MATERIALS.reduce((sum, material) => sum + amounts[material], 0)
  return total > 0 ? mapMaterials((material) => (amounts[material] / total) * 100) : undefined
}

/** Recyclable materials: all except organic and other waste. */
const RECYCLABLE: readonly Material[] = ['plastic', 'paper', 'glass', 'metal', 'textile']

/** Returns the recyclable percentage of a composition. */
export const recyclablePercentOf = (composition: Composition) =>
  RECYCLABLE.reduce((sum, material) => sum + (composition[material] ?? 0), 0)

/**
 * Minimum number of weighed loads for a measured range of estimates.
 * With fewer weighed loads, the range is assumed.
 */
const MIN_WEIGHED_LOADS = 20
/** Assumed ratio of measured to estimated weight, until enough loads are weighed. */
const ASSUMED_WEIGHT_RATIO = { low: 0.7, high: 1.3 }
/**
 * Fraction of loads whose weight is below the range.
 * An equal fraction is above the range.
 */
const TENTH = 0.1

interface EstimateRange {
  low: number
  high: number
  /** Number of weighed loads from which the error range was computed. */
  weighed_loads: number
  from: 'weighings' | 'rule'
}

/**
 * Returns the 10th and 90th percentile of the ratio of weighed to estimated weight.
 * Uses only loads that have both weights (kg).
 */
export function estimateErrorRangeOf(
  weighed: readonly { weight?: number | undefined; estimatedWeight?: number | undefined }[],
): EstimateRange {
  const parts = weighed
    .flatMap(({ weight, estimatedWeight }) => (weight && estimatedWeight ? [weight / estimatedWeight] : []))
    .sort((a, b) => a - b)
  if (parts.length < MIN_WEIGHED_LOADS) return { ...ASSUMED_WEIGHT_RATIO, weighed_loads: parts.length, from: 'rule' }
  const at = (share: number) => parts[Math.round(share * (parts.length - 1))] ?? 1
  return { low: at(TENTH), high: at(1 - TENTH), weighed_loads: parts.length, from: 'weighings' }
}
