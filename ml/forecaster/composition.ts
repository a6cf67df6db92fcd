/** What a day's waste will be made of: shares by material from the same weekday's past, in the way that has served the district best. */
import { mean, median } from './figures.ts'
import type { Series } from './series.ts'

/** Each day's shares by material (0 to 1, together 1); undefined on days without waste. */
type Shares = (number[] | undefined)[]

type Way = (shares: Shares, target: number, origin: number) => number[] | undefined

const WEEKS = 20
/** The ways are compared on so many of the latest days; the best few are averaged. */
const COMPARED_DAYS = 182
const BEST = 3

function earlier(shares: Shares, target: number, origin: number, step: number, count: number): number[][] {
  const found: number[][] = []
  const ahead = step * Math.max(1, Math.ceil((target - origin + 1) / step))
  for (let day = target - ahead; day >= 0 && found.length < count; day -= step) {
    const known = shares[day]
    if (known) found.push(known)
  }
  return found
}

function whole(parts: number[]): number[] | undefined {
  const sum = parts.reduce((all, part) => all + part, 0)
  return sum > 0 ? parts.map((part) => part / sum) : undefined
}

const byMaterial = (days: number[][], of: (values: number[]) => number) =>
  days[0] && whole(days[0].map((_, material) => of(days.map((day) => day[material] as number))))

/** The later a day, the more it counts. */
const fading = (pace: number) => (values: number[]) =>
  values.reduce((sum, value, back) => sum + pace ** back * value, 0)

const WAYS: Way[] = [
  ...[0.3, 0.5, 0.75, 0.85, 0.93].map(
    (pace): Way =>
      (shares, target, origin) =>
        byMaterial(earlier(shares, target, origin, 7, WEEKS), fading(pace)),
  ),
  ...[3, 5, 8, 12].map(
    (weeks): Way =>
      (shares, target, origin) =>
        byMaterial(earlier(shares, target, origin, 7, weeks), median),
  ),
  ...[0.7, 0.93].map(
    (pace): Way =>
      (shares, target, origin) =>
        byMaterial(earlier(shares, target, origin, 1, 60), fading(pace)),
  ),
  (shares, target, origin) => byMaterial(earlier(shares, target, origin, 14, 8), fading(0.8)),
]

/** The share that is in the wrong place: half the sum of the differences. */
export const misplaced = (foreseen: readonly number[], came: readonly number[]): number =>
  came.reduce((sum, share, material) => sum + Math.abs(share - (foreseen[material] ?? 0)), 0) / 2

export const sharesOf = (series: Series): Shares =>
  Array.from(series.total, (_, day) => whole(series.parts.map((part) => part[day] as number)))

/** The ways, the best on the latest days before `origin` first. */
function ranked(shares: Shares, origin: number): Way[] {
  const from = Math.max(0, origin - COMPARED_DAYS)
  const missed = WAYS.map((way) => {
    const errors: number[] = []
    for (let day = from; day < origin; day++) {
      const came = shares[day]
      if (came) errors.push(misplaced(way(shares, day, day) ?? [], came))
    }
    return errors.length > 0 ? mean(errors) : 1
  })
  return WAYS.map((way, at) => ({ way, missed: missed[at] as number }))
    .sort((a, b) => a.missed - b.missed)
    .map(({ way }) => way)
}

/** Foresees shares (0 to 1, together 1) for days from `origin` on; undefined where no day tells of materials. */
export function compositionAt(series: Series, origin: number): (target: number) => number[] | undefined {
  const shares = sharesOf(series).slice(0, origin)
  const best = ranked(shares, origin).slice(0, BEST)
  return (target) => {
    const told = best.flatMap((way) => {
      const said = way(shares, target, origin)
      return said ? [said] : []
    })
    return byMaterial(told, mean) ?? byMaterial(earlier(shares, target, origin, 1, 28), mean)
  }
}

/** The weekday's mean of four weeks, to be measured against. */
export const weekdayShares = (shares: Shares, target: number): number[] | undefined =>
  byMaterial(earlier(shares, target, target, 7, 4), mean)

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
