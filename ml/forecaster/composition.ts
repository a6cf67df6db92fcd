/**
 * Forecasts shares by material.
 * Simple methods compete and are weighted by accuracy in the district.
 */

import { MAX_FORECAST_DAYS } from './history.ts'
import type { DistrictSeries } from './series.ts'
import { estimateExpectedTonnes, type SmoothingRates, smoothSeries } from './smoothing.ts'
import { mean, weightedMedian } from './statistics.ts'

/**
 * Each day's shares by material (0 to 1, summing to 1).
 * Undefined on days without waste.
 */
export type DailyShares = (number[] | undefined)[]

/** Predicts day `target` from all days before `origin`; undefined without data. */
type CompositionMethod = (target: number, origin: number) => number[] | undefined

/**
 * Number of past days on which forecasting methods are compared.
 * `FADE` is the factor by which each day's weight falls with age.
 */
const COMPARED_DAYS = 182
const FADE = 0.99
/**
 * Exponent that turns a method's accuracy into its weight.
 * A method with 10 % more error than the best has a weight 45 times smaller.
 */
const POWER = 40

/** Returns the error of a predicted composition: half the sum of absolute differences per material. */
export const compositionErrorOf = (foreseen: readonly number[], came: readonly number[]): number =>
  came.reduce((sum, share, material) => sum + Math.abs(share - (foreseen[material] ?? 0)), 0) / 2

/**
 * Returns the weight of each prediction method.
 * The more tonnes a method predicted wrongly before `origin`, the lower its weight.
 */
function weightsOf(
  ways: readonly CompositionMethod[],
  shares: DailyShares,
  total: Float64Array,
  origin: number,
): number[] {
  const days = shares.flatMap((came, day) => (came && day >= origin - COMPARED_DAYS ? [{ came, day }] : []))
  const missed = ways.map((way) =>
    days.reduce((sum, { came, day }) => {
      const counts = FADE ** (origin - day) * (total[day] as number)
      return sum + counts * compositionErrorOf(way(day, day) ?? [], came)
    }, Number.MIN_VALUE),
  )
  const least = Math.min(...missed)
  return missed.map((sum) => (least / sum) ** POWER)
}

/**
 * Returns a function that forecasts each material's share (0 to 1) for days from `origin` on.
 * The shares sum to 1; the result is undefined without data on materials.
 */
export function createCompositionForecast(
  series: DistrictSeries,
  origin: number,
): (target: number) => number[] | undefined {
  const shares = dailySharesOf(series).slice(0, origin)
  const ways = createCompositionMethods(series, shares, origin)
  const weights = weightsOf(ways, shares, series.total, origin)
  return (target) => {
    const sums = series.materials.map(() => 0)
    ways.forEach((way, at) => {
      way(target, origin)?.forEach((share, material) => {
        sums[material] = (sums[material] as number) + (weights[at] as number) * share
      })
    })
    return normalizeShares(sums) ?? combineByMaterial(earlierShares(shares, target, origin, 1, 28), mean)
  }
}

/** Returns the mean shares of the same weekday in the last four weeks, to compare forecasts with. */
export const predictSameWeekdayMean = (shares: DailyShares, target: number): number[] | undefined =>
  combineByMaterial(earlierShares(shares, target, target, 7, 4), mean)

/** Returns the composition of the last day with the same weekday, as a simple forecast. */
export const predictLastSameWeekday = (shares: DailyShares, target: number): number[] | undefined =>
  earlierShares(shares, target, target, 7, 1)[0]

/** Rounds shares to one-decimal percentages that sum to 100, by largest remainders. */
export function roundPercents(shares: readonly number[]): number[] {
  const tenths = shares.map((share) => share * 1000)
  const floors = tenths.map(Math.floor)
  const missing = 1000 - floors.reduce((sum, value) => sum + value, 0)
  const order = tenths
    .map((value, at) => ({ at, rest: value - (floors[at] as number) }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at)
  for (const { at } of order.slice(0, missing)) floors[at] = (floors[at] as number) + 1
  return floors.map((value) => value / 10)
}

function normalizeShares(parts: number[]): number[] | undefined {
  const sum = parts.reduce((all, part) => all + part, 0)
  return sum > 0 ? parts.map((part) => part / sum) : undefined
}

export const dailySharesOf = (series: DistrictSeries): DailyShares =>
  Array.from(series.total, (_, day) => normalizeShares(series.parts.map((part) => part[day] as number)))

/**
 * Returns the known shares of at most `count` days before `origin`, newest first.
 * Includes only days that are a multiple of `step` days before `target`.
 */
function earlierShares(shares: DailyShares, target: number, origin: number, step: number, count: number): number[][] {
  const found: number[][] = []
  const ahead = step * Math.max(1, Math.ceil((target - origin + 1) / step))
  for (let day = target - ahead; day >= 0 && found.length < count; day -= step) {
    const known = shares[day]
    if (known) found.push(known)
  }
  return found
}

const combineByMaterial = (days: number[][], of: (values: number[]) => number): number[] | undefined =>
  days[0] && normalizeShares(days[0].map((_, material) => of(days.map((day) => day[material] as number))))

/** Returns a function that adds values up; recent days have more weight. */
const fadingSum = (pace: number) => (values: number[]) =>
  values.reduce((sum, value, back) => sum + pace ** back * value, 0)

const fadingMedian = (pace: number) => (values: number[]) =>
  weightedMedian(values.map((value, back) => ({ value, weight: pace ** back })))

/**
 * Learning rates, from slow to fast.
 * Slow rates suit stable mixes; fast rates suit new or disturbed districts.
 */
const PACES: SmoothingRates[] = [
  { level: 0.01, season: 0.03 },
  { level: 0.03, season: 0.06 },
  { level: 0.06, season: 0.15 },
  { level: 0.15, season: 0.15 },
  { level: 0.3, season: 0.25 },
  { level: 0.45, season: 0.1 },
]

/**
 * Returns a method that predicts the composition of a day.
 * It smooths the tonnes or shares of each material, then combines the predictions to shares.
 */
function smoothed(materials: Float64Array[], pace: SmoothingRates): CompositionMethod {
  const each = materials.map((values) => smoothSeries(values, pace))
  return (target, origin) => normalizeShares(each.map((one) => estimateExpectedTonnes(one, target, origin)))
}

/**
 * Returns all methods that predict the composition of a district's waste from its daily `shares`.
 * Each method predicts up to 14 days after `origin`.
 */
function createCompositionMethods(series: DistrictSeries, shares: DailyShares, origin: number): CompositionMethod[] {
  const column = (of: (material: number, day: number) => number) =>
    series.materials.map((_, material) =>
      Float64Array.from({ length: origin + MAX_FORECAST_DAYS }, (_, day) =>
        shares[day] ? of(material, day) : Number.NaN,
      ),
    )
  const tonnes = column((material, day) => series.parts[material]?.[day] as number)
  const parts = column((material, day) => shares[day]?.[material] as number)
  const weekdays =
    (step: number, count: number, of: (values: number[]) => number): CompositionMethod =>
    (target, origin) =>
      combineByMaterial(earlierShares(shares, target, origin, step, count), of)
  return [
    ...PACES.flatMap((pace) => [smoothed(tonnes, pace), smoothed(parts, pace)]),
    weekdays(7, 40, fadingMedian(0.85)),
    weekdays(7, 40, fadingMedian(0.93)),
    weekdays(7, 20, fadingSum(0.5)),
    weekdays(14, 8, fadingSum(0.8)),
  ]
}
