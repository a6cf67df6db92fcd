/** What came in with loads: by weight and material, what was measured of it, and of how much nobody knows what it is. */
import { MATERIALS, type Material } from './city.ts'

export type Composition = Readonly<Partial<Record<Material, number>>>

/** A load as far as it counts for what came in. */
export interface Load {
  /** kg; absent while nobody has even estimated it */
  weight?: number
  /** Whether the weight is an estimate. */
  estimated: boolean
  /** percent by material; absent while nobody knows */
  composition?: Composition
}

export interface Intake {
  loads: number
  /** kg: measured and estimated */
  kg: number
  measuredKg: number
  estimatedKg: number
  /** kg by material, of what is known */
  materials: Record<Material, number>
  /** kg of loads whose composition nobody knows */
  unknownKg: number
}

/** A loop, since years of days are made of these. */
export function perMaterial(amount: (material: Material) => number): Record<Material, number> {
  const amounts = {} as Record<Material, number>
  for (const material of MATERIALS) amounts[material] = amount(material)
  return amounts
}

const NOTHING = perMaterial(() => 0)

export const noIntake = (): Intake => ({
  ...{ loads: 0, kg: 0, measuredKg: 0, estimatedKg: 0, unknownKg: 0 },
  materials: { ...NOTHING },
})

/** Parts of a kilogram that a load's kg of a material, in hundredths of a kg and of a percent, is a whole number of. */
const PARTS = 1_000_000

/** Adds exactly up to a million tonnes: the sum of loads is the same in whatever order their rows come. */
const plus = (sum: number, kg: number): number => Math.round((sum + kg) * PARTS) / PARTS

/** Counts one load more; kg by material and unknown kg together are all the kg that there are. */
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

/** Counts in what was counted before. */
export function addIntake(intake: Intake, other: Intake): void {
  intake.loads += other.loads
  intake.kg = plus(intake.kg, other.kg)
  intake.measuredKg = plus(intake.measuredKg, other.measuredKg)
  intake.estimatedKg = plus(intake.estimatedKg, other.estimatedKg)
  intake.unknownKg = plus(intake.unknownKg, other.unknownKg)
  for (const material of MATERIALS)
    intake.materials[material] = plus(intake.materials[material], other.materials[material])
}

/** Sums loads up. */
export function intakeOf(loads: readonly Load[]): Intake {
  const intake = noIntake()
  for (const load of loads) addLoad(intake, load)
  return intake
}

/** A composition that names nothing is none. */
export const isKnown = (composition: Composition | undefined): composition is Composition =>
  composition !== undefined && Object.values(composition).some((percent) => percent > 0)

/** What a site holds: so many tonnes of this composition. */
export interface Held {
  /** tonnes */
  currentCapacity: number
  composition: Composition
}

/**
 * percent by material of what lies at several sites: each weighted by its tonnes, summing to 100. Sites that hold nothing, and
 * those of which nobody knows what they hold, count for nothing; undefined where that leaves none.
 */
export function compositionOf(sites: readonly Held[]): Record<Material, number> | undefined {
  const known = sites.filter(({ currentCapacity, composition }) => currentCapacity > 0 && isKnown(composition))
  const amounts = perMaterial((material) =>
    known.reduce((sum, { currentCapacity, composition }) => sum + currentCapacity * (composition[material] ?? 0), 0),
  )
  const total = MATERIALS.reduce((sum, material) => sum + amounts[material], 0)
  return total > 0 ? perMaterial((material) => (amounts[material] / total) * 100) : undefined
}

/** What counts as recyclable: all but organic and other waste. */
const RECYCLABLE: readonly Material[] = ['plastic', 'paper', 'glass', 'metal', 'textile']

/** percent of a composition that can be recycled */
export const recyclingRate = (composition: Composition) =>
  RECYCLABLE.reduce((sum, material) => sum + (composition[material] ?? 0), 0)

/** So many loads have to be weighed before they say more of estimates than the rule does. */
const ENOUGH_WEIGHED = 20
/** Between what a load lies that nobody weighed, as a part of its estimate, while too few were weighed: an assumption. */
const ASSUMED = { low: 0.7, high: 1.3 }
/** Of ten loads one is below and one is above the range. */
const TENTH = 0.1

export interface EstimateRange {
  low: number
  high: number
  /** Loads that it is known from. */
  weighed_loads: number
  from: 'weighings' | 'rule'
}

/**
 * Between what parts of their estimate loads turned out to lie once they were weighed: from the tenth to the ninetieth percent of
 * those that have both figures (kg).
 */
export function estimateRange(
  weighed: readonly { weight?: number | undefined; estimatedWeight?: number | undefined }[],
): EstimateRange {
  const parts = weighed
    .flatMap(({ weight, estimatedWeight }) => (weight && estimatedWeight ? [weight / estimatedWeight] : []))
    .sort((a, b) => a - b)
  if (parts.length < ENOUGH_WEIGHED) return { ...ASSUMED, weighed_loads: parts.length, from: 'rule' }
  const at = (share: number) => parts[Math.round(share * (parts.length - 1))] ?? 1
  return { low: at(TENTH), high: at(1 - TENTH), weighed_loads: parts.length, from: 'weighings' }
}
