/** Forecasts shares by material from several methods, weighted by their accuracy in the district. */

import {
  type CompositionMethod,
  combineByMaterial,
  createCompositionMethods,
  type DailyShares,
  dailySharesOf,
  earlierShares,
  normalizeShares,
} from './composition-methods.ts'
import type { DistrictSeries } from './series.ts'
import { mean } from './statistics.ts'

/**
 * Number of past days on which the methods are compared.
 * `FADE` is the factor by which a day counts less per day of age.
 */
const COMPARED_DAYS = 182
const FADE = 0.99
/**
 * Exponent of a method's accuracy in its weight.
 * A method with a tenth more error than the best counts 45 times less.
 */
const POWER = 40

/** Returns the wrongly predicted part of a composition: half the sum of absolute differences. */
export const compositionError = (foreseen: readonly number[], came: readonly number[]): number =>
  came.reduce((sum, share, material) => sum + Math.abs(share - (foreseen[material] ?? 0)), 0) / 2

/** Returns the weight of each method, from the tonnes that it would have predicted wrongly before `origin`. */
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
      return sum + counts * compositionError(way(day, day) ?? [], came)
    }, Number.MIN_VALUE),
  )
  const least = Math.min(...missed)
  return missed.map((sum) => (least / sum) ** POWER)
}

/**
 * Returns a function that forecasts shares (0 to 1, summing to 1) for days from `origin` on.
 * The function returns undefined if there are no data on materials.
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

/** Returns the mean shares of the same weekday over four weeks, which serve as a comparison. */
export const predictSameWeekdayMean = (shares: DailyShares, target: number): number[] | undefined =>
  combineByMaterial(earlierShares(shares, target, target, 7, 4), mean)

/** Returns the last shares of the same weekday, which serve as a comparison. */
export const predictLastSameWeekday = (shares: DailyShares, target: number): number[] | undefined =>
  earlierShares(shares, target, target, 7, 1)[0]

/** Rounds shares to percentages with one decimal that sum to 100, by largest remainders. */
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
