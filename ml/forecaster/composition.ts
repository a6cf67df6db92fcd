/** What a day's waste will be made of: shares by material, from ways that count the more the better they have served the district. */
import { mean } from './figures.ts'
import type { Series } from './series.ts'
import { byMaterial, earlier, type Shares, sharesOf, type Way, waysOf, whole } from './ways.ts'

/** The ways are compared on so many of the latest days, of which each counts so much less than the next. */
const COMPARED_DAYS = 182
const FADE = 0.99
/** A way that has misplaced a tenth more than the best counts 45 times less. */
const POWER = 40

/** The share that is in the wrong place: half the sum of the differences. */
export const misplaced = (foreseen: readonly number[], came: readonly number[]): number =>
  came.reduce((sum, share, material) => sum + Math.abs(share - (foreseen[material] ?? 0)), 0) / 2

/** How much each way counts, by the tonnes that it would have misplaced on the latest days before `origin`. */
function weightsOf(ways: readonly Way[], shares: Shares, total: Float64Array, origin: number): number[] {
  const days = shares.flatMap((came, day) => (came && day >= origin - COMPARED_DAYS ? [{ came, day }] : []))
  const missed = ways.map((way) =>
    days.reduce((sum, { came, day }) => {
      const counts = FADE ** (origin - day) * (total[day] as number)
      return sum + counts * misplaced(way(day, day) ?? [], came)
    }, Number.MIN_VALUE),
  )
  const least = Math.min(...missed)
  return missed.map((sum) => (least / sum) ** POWER)
}

/** Foresees shares (0 to 1, together 1) for days from `origin` on; undefined where no day tells of materials. */
export function compositionAt(series: Series, origin: number): (target: number) => number[] | undefined {
  const shares = sharesOf(series).slice(0, origin)
  const ways = waysOf(series, shares, origin)
  const weights = weightsOf(ways, shares, series.total, origin)
  return (target) => {
    const sums = series.materials.map(() => 0)
    ways.forEach((way, at) => {
      way(target, origin)?.forEach((share, material) => {
        sums[material] = (sums[material] as number) + (weights[at] as number) * share
      })
    })
    return whole(sums) ?? byMaterial(earlier(shares, target, origin, 1, 28), mean)
  }
}

/** The weekday's mean of four weeks, to be measured against. */
export const weekdayShares = (shares: Shares, target: number): number[] | undefined =>
  byMaterial(earlier(shares, target, target, 7, 4), mean)

/** The mix of the same weekday last, to be measured against. */
export const lastShares = (shares: Shares, target: number): number[] | undefined =>
  earlier(shares, target, target, 7, 1)[0]

/** Percent by material with one decimal that sum to 100 exactly: the largest remainders are rounded up. */
export function percents(shares: readonly number[]): number[] {
  const tenths = shares.map((share) => share * 1000)
  const floors = tenths.map(Math.floor)
  const missing = 1000 - floors.reduce((sum, value) => sum + value, 0)
  const order = tenths
    .map((value, at) => ({ at, rest: value - (floors[at] as number) }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at)
  for (const { at } of order.slice(0, missing)) floors[at] = (floors[at] as number) + 1
  return floors.map((value) => value / 10)
}
