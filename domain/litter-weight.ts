/**
 * Estimates weight and composition of litter in a photo.
 * Photos show neither scale nor depth, so the interval is wide.
 * Entered or measured weights are always better.
 */
import { MATERIALS, type Material } from './city.ts'
import { mapMaterials } from './materials.ts'

/** Shares by material, summing to 1 (or 100 percent). */
type Shares = Record<Material, number>

/** A rectangle in fractions of a photo's width and height. */
interface Rectangle {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Middle of an estimated value, and its interval's bounds. */
interface Range {
  middle: number
  low: number
  high: number
}

/** Estimated weight in kg with its interval. */
interface Estimate {
  kg: number
  low: number
  high: number
}

/** Factor from pounds per cubic yard to kg/m³. */
const POUNDS_A_YARD = 0.5933

/**
 * Bulk densities of loose waste in pounds per cubic yard.
 * Source: US EPA, Volume-to-Weight Conversion Factors (2016), with ranges of the 1997 edition.
 * Each line lists the source's values from which `low`, `middle` and `high` are taken.
 * Plastics: mixed 40 (HDPE bottles 24, compacted PET 120).
 * Paper: corrugated board 106 (50), mixed paper 245.
 * Glass: bottles 380 and 500 to 700.
 * Metal: aluminium cans 50 to 75, whole tins 150.
 * Organic: food 396 (463), yard trimmings 250.
 * Textiles: 125 to 175.
 * Mixed refuse: 138 (mixed recyclables 58, in a truck's hopper 225).
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

/**
 * Assumed depth of litter in m: one layer of bottles, cans and cups.
 * The range is from flat things to a heap.
 */
const DEPTH: Range = { middle: 0.06, low: 0.02, high: 0.3 }

/**
 * Assumed ground area in a photo in m², if unknown.
 * In training photos, the median item is 22 % of the photo's width.
 * With items of about 20 cm, the photo is 0.9 m wide.
 * A heap's photo may show a hundred times a close photo's 0.2 m².
 */
const GROUND_AREA: Range = { middle: 0.7, low: 0.2, high: 20 }

/** Returns a material's kg per visible m². */
export const arealDensityOf = (material: Material, of: keyof Range = 'middle') =>
  DENSITIES[material][of] * POUNDS_A_YARD * DEPTH[of]

/**
 * Converts shares of visible area to shares of weight.
 * The result does not depend on depth and scale.
 */
export function toWeightShares(areas: Shares): Shares {
  const kg = mapMaterials((material) => areas[material] * arealDensityOf(material))
  const total = MATERIALS.reduce((sum, material) => sum + kg[material], 0)
  return mapMaterials((material) => kg[material] / total)
}

/**
 * Estimates the weight of boxes in a photo.
 * Boxes are in fractions of the photo, with shares by material.
 * `shown` is the visible area in m², if known.
 */
export function estimateWeight(boxes: readonly (Rectangle & { shares: Shares })[], shown?: number): Estimate {
  const ground: Range = shown === undefined ? GROUND_AREA : { middle: shown, low: shown, high: shown }
  const kg = (of: keyof Range) =>
    ground[of] * boxes.reduce((sum, box) => sum + areaOf(box) * density(box.shares, of), 0)
  return { kg: kg('middle'), low: kg('low'), high: kg('high') }
}

/** Rounds an estimate to grams. */
export const roundToGrams = ({ kg, low, high }: Estimate): Estimate => ({
  kg: grams(kg),
  low: grams(low),
  high: grams(high),
})

const grams = (kg: number) => Number(kg.toFixed(3))

/** Returns the share of a photo that a rectangle covers. */
const areaOf = ({ x0, y0, x1, y1 }: Rectangle) => Math.max(0, x1 - x0) * Math.max(0, y1 - y0)

const density = (shares: Shares, of: keyof Range) =>
  MATERIALS.reduce((sum, material) => sum + shares[material] * arealDensityOf(material, of), 0)

/**
 * Rounds shares to whole percentages that sum to 100.
 * The rounding error is added to the largest percentage.
 * Percentages from a language model must sum to 100 in the same way.
 */
export function toWholePercents(shares: Shares): Shares {
  const rounded = mapMaterials((material) => Math.round(shares[material] * 100))
  const largest = MATERIALS.reduce((best, other) => (shares[other] > shares[best] ? other : best))
  rounded[largest] += 100 - MATERIALS.reduce((sum, material) => sum + rounded[material], 0)
  return rounded
}

/**
 * Returns composition and weight of boxes checked by a person.
 * Each box counts by its area.
 * Returns nothing without boxes: the composition is then unknown, not 'other'.
 */
export function compositionOfBoxes(boxes: readonly (Rectangle & { material: Material })[]): {
  composition?: Shares
  weight?: Estimate
} {
  const total = boxes.reduce((sum, box) => sum + areaOf(box), 0)
  if (total <= 0) return {}
  const areas = mapMaterials(
    (material) => boxes.filter((box) => box.material === material).reduce((sum, box) => sum + areaOf(box), 0) / total,
  )
  const whole = boxes.map((box) => ({ ...box, shares: mapMaterials((material) => Number(material === box.material)) }))
  return { composition: toWholePercents(toWeightShares(areas)), weight: roundToGrams(estimateWeight(whole)) }
}
