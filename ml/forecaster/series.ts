/**
 * Daily series of tonnes per material.
 * A day without a weight is missing, not zero.
 */
import { type EpochDay, parseEpochDay } from './calendar.ts'

/**
 * Weight of a material on a day, in tonnes.
 * Several weights of the same day and material are summed.
 */
export interface DailyWeight {
  /** Date such as `2026-02-28`. */
  date: string
  tonnes: number
  material?: string
}

/** Daily weights of a district's waste, from the first day with a weight to the last. */
export interface DistrictSeries {
  /** Day of the first element of `total`. */
  first: EpochDay
  /** Tonnes of all materials by day; NaN without a weight. */
  total: Float64Array
  /** Materials in alphabetical order; empty if the weights have no materials. */
  materials: string[]
  /**
   * Tonnes by material and day.
   * A material has 0 if only other materials have weights on that day.
   */
  parts: Float64Array[]
  /** Weights left out of the series: negative, not a number, with an invalid date, or implausibly large. */
  refused: DailyWeight[]
}

/** Maximum plausible tonnes; larger weights are scale or typing errors. */
export const PLAUSIBLE_TONNES_LIMIT = 1_000_000

const isUsable = ({ date, tonnes }: DailyWeight) =>
  Number.isFinite(tonnes) && tonnes >= 0 && tonnes <= PLAUSIBLE_TONNES_LIMIT && parseEpochDay(date) !== undefined

/** Builds the series of a district from weights in any order. */
export function districtSeriesOf(weights: readonly DailyWeight[]): DistrictSeries {
  const usable = weights.filter(isUsable)
  const refused = weights.filter((weight) => !isUsable(weight))
  const days = usable.map(({ date }) => parseEpochDay(date) as EpochDay)
  const first = days.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY)
  const last = days.reduce((most, day) => Math.max(most, day), Number.NEGATIVE_INFINITY)
  const length = usable.length === 0 ? 0 : last - first + 1
  const materials = [...new Set(usable.flatMap(({ material }) => (material ? [material] : [])))].sort()
  const total = new Float64Array(length).fill(Number.NaN)
  const parts = materials.map(() => new Float64Array(length).fill(Number.NaN))
  const place = new Map(materials.map((material, index) => [material, index]))
  usable.forEach(({ tonnes, material }, index) => {
    const at = (days[index] as EpochDay) - first
    if (Number.isNaN(total[at])) for (const part of parts) part[at] = 0
    total[at] = (Number.isNaN(total[at]) ? 0 : (total[at] as number)) + tonnes
    const part = parts[place.get(material ?? '') ?? -1]
    if (part) part[at] = (part[at] as number) + tonnes
  })
  return { first: length === 0 ? 0 : first, total, materials, parts, refused }
}

/** Returns the part of a district's history before `day`. */
export function seriesBefore(series: DistrictSeries, day: EpochDay): DistrictSeries {
  const length = Math.max(0, Math.min(series.total.length, day - series.first))
  const parts = series.parts.map((part) => part.subarray(0, length))
  return { ...series, total: series.total.subarray(0, length), parts }
}

/** Counts the days with a known weight, from index `from` on. */
export const countWeighedDays = (total: Float64Array, from = 0): number =>
  total.subarray(Math.max(0, from)).reduce((count, tonnes) => count + (Number.isNaN(tonnes) ? 0 : 1), 0)
