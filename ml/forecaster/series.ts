/** A daily series as the forecaster reads it: tonnes per day and material, where a day without any weight is missing, not zero. */
import { type Day, dayOf } from './days.ts'

/** One weight; several of a day and material add up. */
export interface Weight {
  /** `2026-02-28` */
  date: string
  tonnes: number
  material?: string
}

/** One district's past, day by day from the first weight to the last. */
export interface Series {
  /** The day of `total[0]`. */
  first: Day
  /** Tonnes of all materials, NaN where no weight is known. */
  total: Float64Array
  /** The materials in alphabetical order; empty where the weights name none. */
  materials: string[]
  /** Tonnes for each of `materials`, 0 where the day has weights but none of it. */
  parts: Float64Array[]
  /** Weights that were left out: below zero, not a number, no such day, or beyond what any vehicle fleet carries in a day. */
  refused: Weight[]
}

/** No district of any city collects so much in a day; such a weight is a slip of the scales or of the keyboard. */
export const ABSURD_TONNES = 1_000_000

const isUsable = ({ date, tonnes }: Weight) =>
  Number.isFinite(tonnes) && tonnes >= 0 && tonnes <= ABSURD_TONNES && dayOf(date) !== undefined

/** Makes the series of one district of its weights, in whatever order they come. */
export function seriesOf(weights: readonly Weight[]): Series {
  const usable = weights.filter(isUsable)
  const refused = weights.filter((weight) => !isUsable(weight))
  const days = usable.map(({ date }) => dayOf(date) as Day)
  const first = days.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY)
  const last = days.reduce((most, day) => Math.max(most, day), Number.NEGATIVE_INFINITY)
  const length = usable.length === 0 ? 0 : last - first + 1
  const materials = [...new Set(usable.flatMap(({ material }) => (material ? [material] : [])))].sort()
  const total = new Float64Array(length).fill(Number.NaN)
  const parts = materials.map(() => new Float64Array(length).fill(Number.NaN))
  const place = new Map(materials.map((material, index) => [material, index]))
  usable.forEach(({ tonnes, material }, index) => {
    const at = (days[index] as Day) - first
    if (Number.isNaN(total[at])) for (const part of parts) part[at] = 0
    total[at] = (Number.isNaN(total[at]) ? 0 : (total[at] as number)) + tonnes
    const part = parts[place.get(material ?? '') ?? -1]
    if (part) part[at] = (part[at] as number) + tonnes
  })
  return { first: length === 0 ? 0 : first, total, materials, parts, refused }
}

/** What was known at the end of the day before `day`. */
export function before(series: Series, day: Day): Series {
  const length = Math.max(0, Math.min(series.total.length, day - series.first))
  const parts = series.parts.map((part) => part.subarray(0, length))
  return { ...series, total: series.total.subarray(0, length), parts }
}

/** How many days have a weight, from the one at `from` on. */
export const observed = (total: Float64Array, from = 0): number =>
  total.subarray(Math.max(0, from)).reduce((count, tonnes) => count + (Number.isNaN(tonnes) ? 0 : 1), 0)
