/**
 * What litter that is seen in a photo may weigh, and what it is made of by weight. A photo shows neither its scale nor how deep the litter lies, so this is an estimate
 * with a wide interval, and a weight that somebody typed or measured is always better.
 */
import { MATERIALS, type Material } from './city.ts'
import { perMaterial } from './materials.ts'

/** How much of something is of which material; sums to 1, in percent to 100. */
export type Shares = Record<Material, number>

/** Where something lies in a photo: fractions of its width and height. */
export interface Rectangle {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** A figure with the interval that it may lie in. */
interface Range {
  middle: number
  low: number
  high: number
}

/** An estimated weight in kg, and between what it may lie. */
export interface Estimate {
  kg: number
  low: number
  high: number
}

/** kg/m³ in one pound a cubic yard */
const POUNDS_A_YARD = 0.5933

/**
 * Bulk densities of loose waste in pounds a cubic yard, from US EPA, Volume-to-Weight Conversion Factors (2016), and the ranges of its
 * edition of 1997: plastics mixed 40 (HDPE bottles 24, compacted PET 120); corrugated board 106 (50) and mixed paper 245; glass
 * bottles 380 and 500 to 700; aluminium cans 50 to 75, whole tins 150; food 396 (463) and yard trimmings 250; textiles 125 to 175;
 * mixed refuse 138 (mixed recyclables 58, refuse in a truck's hopper 225).
 */
const DENSITIES: Record<Material, Range> = {
  plastic: { middle: 40, low: 24, high: 120 },
  paper: { middle: 106, low: 50, high: 245 },
  glass: { middle: 500, low: 380, high: 700 },
  metal: { middle: 75, low: 50, high: 150 },
  organic: { middle: 396, low: 250, high: 463 },
  textile: { middle: 150, low: 125, high: 175 },
  other: { middle: 138, low: 58, high: 225 },
}

/** m: one layer of bottles, cans and cups; between something flat and a heap. An assumption. */
const DEPTH: Range = { middle: 0.06, low: 0.02, high: 0.3 }

/**
 * m² that a photo shows where nobody says how many. In the litter photos that the detector learned from, the median item is 22 % as
 * long as the photo is wide; items of some 20 cm make that a width of 0.9 m. A photo of a heap may show a hundred times as much.
 */
const SHOWN: Range = { middle: 0.7, low: 0.2, high: 20 }

/** kg of each material by m² of it that is seen, middle figure. */
export const arealDensity = (material: Material, of: keyof Range = 'middle') =>
  DENSITIES[material][of] * POUNDS_A_YARD * DEPTH[of]

/** Shares by weight of what has these shares of the seen area; depth and scale cancel out. */
export function byWeight(areas: Shares): Shares {
  const kg = perMaterial((material) => areas[material] * arealDensity(material))
  const total = MATERIALS.reduce((sum, material) => sum + kg[material], 0)
  return perMaterial((material) => kg[material] / total)
}

/**
 * The estimated weight of what is in these boxes (fractions of the photo, with their shares by material). `shown` is how many m² the
 * photo shows, where that is known.
 */
export function estimateWeight(boxes: readonly (Rectangle & { shares: Shares })[], shown?: number): Estimate {
  const ground: Range = shown === undefined ? SHOWN : { middle: shown, low: shown, high: shown }
  const kg = (of: keyof Range) =>
    ground[of] * boxes.reduce((sum, box) => sum + areaOf(box) * density(box.shares, of), 0)
  return { kg: kg('middle'), low: kg('low'), high: kg('high') }
}

/** An estimate is no finer than grams. */
export const inGrams = ({ kg, low, high }: Estimate): Estimate => ({
  kg: grams(kg),
  low: grams(low),
  high: grams(high),
})

const grams = (kg: number) => Number(kg.toFixed(3))

/** The part of a photo that a rectangle covers. */
const areaOf = ({ x0, y0, x1, y1 }: Rectangle) => Math.max(0, x1 - x0) * Math.max(0, y1 - y0)

const density = (shares: Shares, of: keyof Range) =>
  MATERIALS.reduce((sum, material) => sum + shares[material] * arealDensity(material, of), 0)

/** Whole percent that sum to 100: what rounding leaves goes to the largest, as the specification rounds what a model says. */
export function wholePercent(shares: Shares): Shares {
  const rounded = perMaterial((material) => Math.round(shares[material] * 100))
  const largest = MATERIALS.reduce((best, other) => (shares[other] > shares[best] ? other : best))
  rounded[largest] += 100 - MATERIALS.reduce((sum, material) => sum + rounded[material], 0)
  return rounded
}

/**
 * What boxes say that a person has looked through: each counts by its area alone. Nothing where there is no box: then nobody
 * knows, and it is not 'other'.
 */
export function weighed(boxes: readonly (Rectangle & { material: Material })[]): {
  composition?: Shares
  weight?: Estimate
} {
  const total = boxes.reduce((sum, box) => sum + areaOf(box), 0)
  if (total <= 0) return {}
  const areas = perMaterial(
    (material) => boxes.filter((box) => box.material === material).reduce((sum, box) => sum + areaOf(box), 0) / total,
  )
  const whole = boxes.map((box) => ({ ...box, shares: perMaterial((material) => Number(material === box.material)) }))
  return { composition: wholePercent(byWeight(areas)), weight: inGrams(estimateWeight(whole)) }
}
