/** Sums loads by weight and material: measured, estimated and unknown parts. */
import { MATERIALS, type Material } from './city.ts'

export type Composition = Readonly<Partial<Record<Material, number>>>

/** Fields of a load that count for intake. */
interface Load {
  /** kg; absent without even an estimate. */
  weight?: number
  estimated: boolean
  /** Percent by material; absent if unknown. */
  composition?: Composition
}

export interface Intake {
  loads: number
  /** kg, measured and estimated. */
  kg: number
  measuredKg: number
  estimatedKg: number
  /** Known kg by material. */
  materials: Record<Material, number>
  /** kg of loads with unknown composition. */
  unknownKg: number
}

/** Builds a record by a loop, which is faster for years of days. */
export function perMaterial(amount: (material: Material) => number): Record<Material, number> {
  const amounts = {} as Record<Material, number>
  for (const material of MATERIALS) amounts[material] = amount(material)
  return amounts
}

const NOTHING = perMaterial(() => 0)

export const noIntake = (): Intake => ({
  loads: 0,
  kg: 0,
  measuredKg: 0,
  estimatedKg: 0,
  unknownKg: 0,
  materials: { ...NOTHING },
})

/**
 * Fraction of a kg.
 * A load's kg of a material, in hundredths of kg and percent, is a whole number of it.
 */
const PARTS = 1_000_000

/** Adds exactly up to a million tonnes, so the order of rows does not change the sum. */
const plus = (sum: number, kg: number): number => Math.round((sum + kg) * PARTS) / PARTS

/**
 * Adds one load.
 * Kg by material and unknown kg sum to the total kg.
 */
export function addLoad(intake: Intake, { weight = 0, estimated, composition }: Load): void {
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

/** Adds another intake. */
export function addIntake(intake: Intake, other: Intake): void {
  intake.loads += other.loads
  intake.kg = plus(intake.kg, other.kg)
  intake.measuredKg = plus(intake.measuredKg, other.measuredKg)
  intake.estimatedKg = plus(intake.estimatedKg, other.estimatedKg)
  intake.unknownKg = plus(intake.unknownKg, other.unknownKg)
  for (const material of MATERIALS)
    intake.materials[material] = plus(intake.materials[material], other.materials[material])
}

export function intakeOf(loads: readonly Load[]): Intake {
  const intake = noIntake()
  for (const load of loads) addLoad(intake, load)
  return intake
}

/** Whether a composition names any material. */
export const isKnownComposition = (composition: Composition | undefined): composition is Composition =>
  composition !== undefined && Object.values(composition).some((percent) => percent > 0)

/** Content of a site. */
interface SiteContent {
  /** Tonnes. */
  currentCapacity: number
  composition: Composition
}

/**
 * Returns percent by material over several sites, weighted by tonnes and summing to 100.
 * Empty sites and those with unknown content don't count.
 * Returns undefined if none remains.
 */
export function compositionOf(sites: readonly SiteContent[]): Record<Material, number> | undefined {
  const known = sites.filter(
    ({ currentCapacity, composition }) => currentCapacity > 0 && isKnownComposition(composition),
  )
  const amounts = perMaterial((material) =>
    known.reduce((sum, { currentCapacity, composition }) => sum + currentCapacity * (composition[material] ?? 0), 0),
  )
  const total = MATERIALS.reduce((sum, material) => sum + amounts[material], 0)
  return total > 0 ? perMaterial((material) => (amounts[material] / total) * 100) : undefined
}

/** Recyclable materials: all but organic and other waste. */
const RECYCLABLE: readonly Material[] = ['plastic', 'paper', 'glass', 'metal', 'textile']

/** Returns the recyclable percentage of a composition. */
export const recyclingRate = (composition: Composition) =>
  RECYCLABLE.reduce((sum, material) => sum + (composition[material] ?? 0), 0)

/** Weighed loads needed before their range replaces the rule. */
const MIN_WEIGHED_LOADS = 20
/** Assumed range of a load's weight relative to its estimate, until enough were weighed. */
const ASSUMED = { low: 0.7, high: 1.3 }
/** Share of loads below and above the range. */
const TENTH = 0.1

interface EstimateRange {
  low: number
  high: number
  /** Count of weighed loads behind the range. */
  weighed_loads: number
  from: 'weighings' | 'rule'
}

/**
 * Returns the range of weighed loads relative to their estimates: from the 10th to the 90th percentile of loads with
 * both figures (kg).
 */
export function estimateRange(
  weighed: readonly { weight?: number | undefined; estimatedWeight?: number | undefined }[],
): EstimateRange {
  const parts = weighed
    .flatMap(({ weight, estimatedWeight }) => (weight && estimatedWeight ? [weight / estimatedWeight] : []))
    .sort((a, b) => a - b)
  if (parts.length < MIN_WEIGHED_LOADS) return { ...ASSUMED, weighed_loads: parts.length, from: 'rule' }
  const at = (share: number) => parts[Math.round(share * (parts.length - 1))] ?? 1
  return { low: at(TENTH), high: at(1 - TENTH), weighed_loads: parts.length, from: 'weighings' }
}
